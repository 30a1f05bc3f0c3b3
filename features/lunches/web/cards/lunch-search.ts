import { pickTexts } from '#kit/web/router/query-string.ts'
import { parseId } from '#kit/web/router/search-params.ts'

/** The dialogs about lunches, as the address names them. */
export type LunchSearch = {
  /** The lunch that is open. */
  lunch?: number
} & StartSearch

/** A lunch is being started: at these restaurants ('12' or '12.7.3'), or 'new' if they are still to be chosen. */
export type StartSearch = {
  start?: string
  /** When: '2026-11-20T12:15'. */
  startAt?: string
  startRepeats?: string
}

export const startNames = ['start', 'startAt', 'startRepeats'] as const

export function parseLunchSearch(search: Record<string, unknown>): LunchSearch {
  const lunch = parseId(search.lunch)
  const isStarting = /^(new|[1-9]\d*(\.[1-9]\d*)*)$/.test(String(search.start ?? ''))
  return { ...(lunch && { lunch }), ...(isStarting && pickTexts(search, startNames)) }
}
