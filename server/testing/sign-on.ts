import { randomUUID } from 'node:crypto'
import type { User } from '#contract/people.ts'
import type { Claims, startIssuer } from './issuer.ts'
import type { TestApp } from './start-app.ts'
import { signInAt, type WebClient, webClient } from './web-client.ts'

/** What people do to sign in over an issuer, as far as a browser without a screen can. */
export function signOnStories(app: TestApp, issuer: Awaited<ReturnType<typeof startIssuer>>, appUrl: string) {
  const browser = () => webClient({ [appUrl]: app.origin })

  /** Somebody whom the issuer knows; their address is verified there unless `claims` say otherwise. */
  function person(claims: Claims = {}) {
    const subject = randomUUID()
    const known = { email: `${subject}@example.org`, email_verified: true, ...claims }
    issuer.people.set(subject, known)
    return { subject, email: known.email ?? '' }
  }

  /** The address that the issuer sends this browser back to. */
  async function comeBack(subject: string, { at, next = '' }: { at: WebClient; next?: string }) {
    const start = `${appUrl}/api/oidc/start${next && `?next=${encodeURIComponent(next)}`}`
    return signInAt(at, await at.goesTo(start), subject)
  }

  /** The page of ours that a sign-on ends at, and the browser. */
  async function signOn(subject: string, { at = browser(), next = '' } = {}) {
    const callback = await comeBack(subject, { at, next })
    return { at, callback, page: (await at.goesTo(callback)).replace(appUrl, '') }
  }

  const finishAccount = (at: WebClient, body = { campusCode: 'arden', department: 'Worship' }) =>
    at.request(`${appUrl}/api/oidc/account`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  return {
    browser,
    person,
    comeBack,
    signOn,
    finishAccount,
    /** Somebody's first sign-on, from beginning to end. */
    makeAccount: async ({ subject }: { subject: string }) => {
      const { at } = await signOn(subject)
      return (await (await finishAccount(at)).json()) as User
    },
    /** Who is signed in in a browser. */
    whoIs: async (at: WebClient) =>
      ((await (await at.request(`${appUrl}/api/session`)).json()) as { user: User | null }).user,
  }
}
