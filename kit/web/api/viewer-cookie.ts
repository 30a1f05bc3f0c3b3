import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'

/** What the server tells the page about its session: the user's id, and a fingerprint of it that no other session has. */
export interface ViewerCookie {
  id: number
  sessionFingerprint: string
}

/** The session's user, as far as the browser knows; null if there is none, or they left. The server has the final say. */
export function readViewerCookie(): ViewerCookie | null {
  return hasLeft() ? null : readCookie()
}

const leftSession = 'left-session'

/** Called when the user signs out: this browser forgets the session, whether or not the server can be reached. */
export const leaveSession = () => writeStored(leftSession, readCookie()?.sessionFingerprint ?? null)

/** Whether the browser still has the session that was left, since the server hasn't ended it yet. */
export const hasLeft = () => {
  const stored = readCookie()
  return stored !== null && readStored(leftSession) === stored.sessionFingerprint
}

function readCookie(): ViewerCookie | null {
  const [, id, sessionFingerprint] = /(?:^|; )(?:__Host-)?viewer=(\d+)\.([\w-]+)/.exec(readCookies()) ?? []
  return id && sessionFingerprint ? { id: Number(id), sessionFingerprint } : null
}

function readCookies(): string {
  try {
    return document.cookie
  } catch {
    // Where they are blocked, some browsers throw. The sign-in then says so.
    return ''
  }
}

/** Identifies the session; empty if no one is signed in. */
export const sessionFingerprint = (): string => readViewerCookie()?.sessionFingerprint ?? ''

/** The credentials that an API client left in this browser, for HTTP Basic. */
export const storedCredentials = (): string | null => readStored('credentials')

/** False if it is certain that no one is. */
export const mayBeSignedIn = () => readViewerCookie() !== null || storedCredentials() !== null
