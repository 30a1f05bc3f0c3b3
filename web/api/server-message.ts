import { ApiError } from './call.ts'

/** The server's own words for a refusal; null when it gave none, or wasn't reached. */
export function serverMessage(error: unknown): string | null {
  return error instanceof ApiError ? error.sentence : null
}
