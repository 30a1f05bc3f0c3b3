import type { Row } from '#kit/server/database/schema.ts'
import { forbidden } from './errors.ts'

/** What an access token may do: no more than its user, or only read. */
type TokenRights = { id: number; readOnly: boolean }

/** The user who makes a request: the account in its current state, and the session or token, if there is one. */
export type Viewer = Omit<Row<'users'>, 'passwordHash'> & {
  sessionHash: string | null
  token: TokenRights | null
  /** Increases with every change of the user's own rows (see kit/server/database/versions.ts). */
  ownVersion: number
}

/** Rejects anyone but the account's owner: administrators edit others through admin endpoints, with the rules of rank. */
export function requireSelf(viewer: Viewer, id: number): void {
  if (viewer.id !== id) throw forbidden()
}

/** Rejects what a program must not do in the name of its user: it could keep its access that way, or lock them out. */
export function rejectTokens(viewer: Viewer): void {
  if (viewer.token) throw forbidden('This can’t be done with an access token', 'not_for_tokens')
}
