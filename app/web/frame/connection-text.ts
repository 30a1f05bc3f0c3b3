import { localDate } from '#kit/rules/time/zoned-time.ts'

/** The notice while there is no connection: if a list is visible, it says from when the list is. */
export function connectionText(listTime: number | undefined, now: Date, timeZone: string): string {
  if (listTime === undefined) return 'Can’t reach the server. Trying again…'
  const sent = new Date(listTime)
  const isOfToday = localDate(sent, timeZone) === localDate(now, timeZone)
  const time = sent.toLocaleString('en-US', {
    timeZone,
    ...(!isOfToday && { month: 'short', day: 'numeric' }),
    hour: 'numeric',
    minute: '2-digit',
  })
  return `Offline · as of ${time}`
}
