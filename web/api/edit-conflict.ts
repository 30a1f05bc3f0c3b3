import { ApiError } from './call.ts'

/** What somebody else saved in the meantime, if the error is an edit conflict. */
export function conflictIn<T>(error: unknown): T | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (error.extra.current as T | undefined) ?? null
}
