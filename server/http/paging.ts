import type { FastifyReply } from 'fastify'
import { foldSearch } from '#domain/search.ts'

/** What `PageQuery` gives. */
export type Page = { limit?: number | undefined; offset?: number | undefined; search?: string | undefined }

/**
 * The part of a list that a call asks for: the rows in which any of the texts contains the search, from `offset`, at
 * most `limit`. X-Total-Count has the total. Searched here rather than in SQL, where engines fold case differently.
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

/** Whether any of some texts contains the search, whatever the case; an empty search matches all. */
export function textMatcher(search = ''): (texts: readonly (string | null)[]) => boolean {
  const wanted = foldSearch(search.trim())
  return texts => wanted === '' || texts.some(text => text !== null && foldSearch(text).includes(wanted))
}
