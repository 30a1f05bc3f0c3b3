import { randomUUID } from 'node:crypto'
import type { User } from '#features/accounts/people-contract.ts'
import type { AuditAction } from '#features/audit/contract.ts'
import { testPassword } from '#tests/support/people/people.ts'
import type { Claims, startIssuer } from '#tests/support/services/issuer.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { signInAt, type WebClient, webClient } from './web-client.ts'

/** What users do for a single sign-on, with a simulated browser. */
export function signOnStories(app: TestApp, issuer: Awaited<ReturnType<typeof startIssuer>>, appUrl: string) {
  const browser = () => webClient({ [appUrl]: app.origin })

  /** Adds a person at the issuer, with a verified email address unless `claims` say otherwise. */
  function person(claims: Claims = {}) {
    const subject = randomUUID()
    const known = { email: `${subject}@example.org`, email_verified: true, ...claims }
    issuer.people.set(subject, known)
    return { subject, email: known.email ?? '' }
  }

  /** Signs in at the issuer, and returns the URL to which it redirects the browser. */
  async function comeBack(subject: string, { at, next = '' }: { at: WebClient; next?: string }) {
    const start = `${appUrl}/api/oidc/start${next && `?next=${encodeURIComponent(next)}`}`
    return signInAt(at, await at.goesTo(start), subject)
  }

  /** Performs a whole sign-on, and returns the page of ours where it ends, and the browser. */
  async function signOn(subject: string, { at = browser(), next = '' } = {}) {
    const callback = await comeBack(subject, { at, next })
    return { at, callback, page: (await at.goesTo(callback)).replace(appUrl, '') }
  }

  const post = (at: WebClient, path: string, body: object) =>
    at.request(`${appUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const finishAccount = (at: WebClient, body = { campusCode: 'arden', department: 'Worship' }) =>
    post(at, '/api/oidc/account', body)

  return {
    browser,
    person,
    comeBack,
    signOn,
    finishAccount,
    /** A person's first sign-on, until the account is created. */
    makeAccount: async ({ subject }: { subject: string }) => {
      const { at } = await signOn(subject)
      return (await (await finishAccount(at)).json()) as User
    },
    /** Returns the status of the response. */
    signInByPassword: async ({ email }: { email: string }) =>
      (await post(browser(), '/api/login', { email, password: testPassword })).status,
    linksOf: (user: { id: number }) =>
      app.db.selectFrom('issuerLinks').select('subject').where('userId', '=', user.id).execute(),
    /** The details of the newest entry with this action. */
    lastAudit: async (action: AuditAction): Promise<unknown> =>
      (await app.audited()).findLast(([one]) => one === action)?.[2] ?? {},
    /** The user who is signed in in this browser. */
    whoIs: async (at: WebClient) =>
      ((await (await at.request(`${appUrl}/api/session`)).json()) as { user: User | null }).user,
  }
}
