import { parseId } from '#kit/web/router/search-params.ts'

/** The dialogs about lunches, as the address names them. */
export type LunchSearch = {
  /** The lunch that is open. */
  lunch?: number
  /** A lunch is being started. */
  start?: LunchStart
}

export type LunchStart = {
  /** Where it may go; none if the places are still to be chosen. */
  restaurantIds: number[]
  /** 'YYYY-MM-DD' and 'HH:MM'. */
  when?: { date: string; time: string }
  repeats?: true
}

/** The parameters that open the sheet filled in. */
export const startParams = ({ restaurantIds, when, repeats }: LunchStart) => ({
  start: restaurantIds.join('.') || 'new',
  startAt: when && `${when.date}T${when.time}`,
  startRepeats: repeats && 1,
})

/** Their names, for closing it. */
export const startNames = Object.keys(startParams({ restaurantIds: [] }))

export function parseLunchSearch(search: Record<string, unknown>): LunchSearch {
  const lunch = parseId(search.lunch)
  const start = parseStart(search)
  return { ...(lunch && { lunch }), ...(start && { start }) }
}

function parseStart({ start, startAt, startRepeats }: Record<string, unknown>): LunchStart | undefined {
  const restaurantIds = String(start ?? '')
    .split('.')
    .flatMap(id => parseId(id) ?? [])
  if (start !== 'new' && restaurantIds.length === 0) return undefined
  const [, date, time] =
    /^(\d{4}-\d\d-\d\d)T([01]\d:[0-5]\d|2[0-3]:[0-5]\d)$/.exec(String(startAt ?? '')) ?? []
  return {
    restaurantIds,
    ...(date && time && { when: { date, time } }),
    ...(startRepeats ? { repeats: true as const } : {}),
  }
}
