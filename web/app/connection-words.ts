import { localDate } from '#domain/zoned-time.ts'

/** What is said without a connection: of a list that is in sight, from when it is. */
export function connectionWords(listTime: number | undefined, now: Date, timeZone: string): string {
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
