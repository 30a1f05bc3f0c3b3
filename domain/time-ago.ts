const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const words = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' })

/** How far a moment is from now: '3 hours ago', 'in 2 days'; 'just now' within a minute. */
export function timeAgo(moment: Date, now: Date): string {
  const distance = moment.getTime() - now.getTime()
  const size = Math.abs(distance)
  if (size < minute) return 'just now'
  if (size < hour) return words.format(Math.trunc(distance / minute), 'minute')
  if (size < day) return words.format(Math.trunc(distance / hour), 'hour')
  if (size < 60 * day) return words.format(Math.trunc(distance / day), 'day')
  return words.format(Math.trunc(distance / (30 * day)), 'month')
}
