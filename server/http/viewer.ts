import type { UserRow } from '#server/database/schema.ts'

/** The user who makes a request: the account in its current state, and the session (null with HTTP Basic). */
export type Viewer = Omit<UserRow, 'passwordHash'> & {
  sessionHash: string | null
  /** Increases with every change of the user's own rows (see database/versions.ts). */
  ownVersion: number
}
