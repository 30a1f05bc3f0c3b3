import { recall } from '#web/lib/device-storage.ts'

/** What the server tells the page about its session: whose it is, and a mark that no other session has. */
export interface SignedIn {
  id: number
  mark: string
}

/** Who is signed in by a session, as far as the browser knows; null for nobody. The server has the last word. */
export function readViewerCookie(): SignedIn | null {
  const [, id, mark] = /(?:^|; )(?:__Host-)?viewer=(\d+)\.([\w-]+)/.exec(document.cookie) ?? []
  return id && mark ? { id: Number(id), mark } : null
}

/** What an API client left in this browser to sign in with, for HTTP Basic. */
export const storedCredentials = (): string | null => recall('credentials')

/** False where nobody is, for certain. */
export const maySomebodyBeSignedIn = () => readViewerCookie() !== null || storedCredentials() !== null
