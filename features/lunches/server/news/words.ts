import { trimText, withoutInvisible } from '#kit/rules/texts/text.ts'
import { addDays, localDate } from '#kit/rules/time/zoned-time.ts'

/* How a lunch is told of in a chat and on a phone. */

const letters = new Intl.Segmenter('en-US')

/**
 * What people typed, in one line and without invisible characters. If it is longer than `longest`, `kept` of it are
 * left, cut between letters as people see them; `size` is how much one of them counts.
 */
export function shortLine(
  text: string,
  longest: number,
  { kept = longest, size = (letter: string) => letter.length } = {},
): string {
  const line = trimText(withoutInvisible(text).replaceAll(/[\p{Cc}\s]+/gu, ' '))
  let [total, shown] = [0, '']
  for (const { segment } of letters.segment(line)) {
    total += size(segment)
    if (total <= kept) shown += segment
    if (total > longest) return `${shown.trimEnd()}…`
  }
  return line
}

export type Moment = { now: Date; timeZone: string }

/** 'today', 'tomorrow', or 'on' another day. */
export function dayOf(leavesAt: Date, { now, timeZone }: Moment, format: Intl.DateTimeFormatOptions): string {
  const [day, today] = [localDate(leavesAt, timeZone), localDate(now, timeZone)]
  if (day === today) return 'today'
  if (day === addDays(today, 1)) return 'tomorrow'
  return `on ${leavesAt.toLocaleDateString('en-US', { timeZone, ...format })}`
}
