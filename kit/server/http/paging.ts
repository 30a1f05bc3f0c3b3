import type { FastifyReply } from 'fastify'
import { searchFor } from '#kit/rules/texts/search.ts'

/** The parsed `PageQuery`. */
export type Page = { limit?: number; offset?: number; search?: string }

/**
 * The requested part of a list: the rows with a text that contains the search,
 * at most `limit` of them from `offset` on. Sets X-Total-Count to the total.
 * Searches here instead of in SQL, because the engines fold case differently.
 */
export function pageOf<Row>(
  reply: FastifyReply,
  rows: readonly Row[],
  { limit, offset = 0, search }: Page,
  textsOf: (row: Row) => readonly (string | null)[],
): Row[] {
  const matches = textMatcher(search)
  const found = rows.filter(row => matches(textsOf(row)))
  sendTotal(reply, found.length)
  return found.slice(offset, limit === undefined ? undefined : offset + limit)
}

export function sendTotal(reply: FastifyReply, total: number): void {
  reply.header('x-total-count', String(total))
}

/** Returns whether any of the texts contains the search; an empty search matches everything. */
export function textMatcher(search = ''): (texts: readonly (string | null)[]) => boolean {
  const matches = searchFor(search)
  return texts => search === '' || texts.some(text => text !== null && matches(text))
}
