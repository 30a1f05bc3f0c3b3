import type { UserRow } from '#server/database/schema.ts'

/** Who makes a request: the account as it is now, and the session it came by (null over HTTP Basic). */
export type Viewer = Omit<UserRow, 'passwordHash'> & {
  sessionHash: string | null
  /** Grows with every change of what belongs to this user (see database/versions.ts). */
  ownVersion: number
}
