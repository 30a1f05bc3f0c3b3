/** 'Good morning' before 12, 'Good afternoon' before 18, otherwise 'Good evening', by the wall clock of `timeZone`. */
export function greeting(now: Date, timeZone: string): string {
  const hour = hourIn(now, timeZone)
  if (hour < 12) return 'Good morning'
  return hour < 18 ? 'Good afternoon' : 'Good evening'
}

/** First name, else the username or email before the at-sign, else 'User'. */
export function greetingName(user: { firstName?: string; username?: string; email?: string }): string {
  const [beforeAt] = (user.username || user.email || '').split('@')
  return user.firstName || beforeAt || 'User'
}

/** For example '1:05:09 PM'. */
export function formatTime(now: Date, timeZone: string): string {
  return now.toLocaleTimeString('en-US', {
    timeZone,
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    hour12: true,
  })
}

/** For example 'Nov 21, 2026'. */
export function formatDate(date: Date, timeZone: string): string {
  return date.toLocaleDateString('en-US', { timeZone, month: 'short', day: 'numeric', year: 'numeric' })
}

// hourCycle h23, because `hour12: false` prints midnight as 24.
function hourIn(now: Date, timeZone: string): number {
  return Number(now.toLocaleString('en-US', { timeZone, hour: '2-digit', hourCycle: 'h23' }))
}
