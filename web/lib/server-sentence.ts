import { ApiError } from '#web/api/call.ts'

/** The server's own words for a refusal; null when it gave none, or wasn't reached. */
export function serverSentence(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.status === 0) return null
  return error.message.startsWith(`${error.status}: `) ? null : error.message
}
