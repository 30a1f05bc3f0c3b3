/**
 * The one range of bytes that a `Range` header asks for, both ends included. Null stands for the whole file, which is
 * sent without a header, and also if the header is invalid or asks for several ranges.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return null
  if (from === '') return to === '0' ? 'beyond' : { first: Math.max(0, bytes - Number(to)), last: bytes - 1 }
  const first = Number(from)
  if (first >= bytes) return 'beyond'
  if (to === '') return { first, last: bytes - 1 }
  return Number(to) < first ? null : { first, last: Math.min(Number(to), bytes - 1) }
}
