/** 'Nov 16' */
export const dayLabel = (day: string): string =>
  new Date(`${day}T00:00Z`).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })

/** '80%', or '–' if the whole is 0. */
export const percentLabel = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${percentOf(part, whole)}%`

// Rounding must not turn almost all into 100 or almost none into 0.
export const percentOf = (part: number, whole: number): number => {
  if (whole === 0 || part === 0) return 0
  if (part >= whole) return 100
  return Math.min(99, Math.max(1, Math.round((part / whole) * 100)))
}
