/** Opening hours as shown: the many dashes of imported texts become hyphens. */
export function formatHours(hours: string | null): string {
  const text = hours?.replace(/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, '-').trim()
  return text || 'Hours not available'
}
