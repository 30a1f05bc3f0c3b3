import { ApiError, errorField } from '#kit/web/api/call.ts'

/** If the error is an edit conflict, the version that someone else saved in the meantime. */
export function conflictIn<T>(error: unknown): T | null {
  if (!(error instanceof ApiError) || error.status !== 409) return null
  return (errorField(error, 'current') as T | undefined) ?? null
}

/** The title of the error toast, except for conflicts, about which the user is asked. */
export const unlessConflict = (title: string) => (error: ApiError) => (conflictIn(error) ? undefined : title)
