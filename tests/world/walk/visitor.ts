import { processPassword } from '#server/testing/start-process.ts'
import { campusCode, email, laterPassword, type Walk } from './walk.ts'

/** Calls without an account, and the links of mails. */
export async function walkAsVisitor({ visit, ann }: Walk): Promise<void> {
  for (const name of ['getPublicConfig', 'listActiveAlerts', 'getSession', 'listCampuses']) await visit(name)
  for (const name of ['startSignOn', 'finishSignOn', 'getSignOnAccount']) await visit(name)
  await visit('createSignOnAccount', { body: { campusCode, department: ann.department } })
  await visit('register', { body: { ...ann, email: 'new@example.org' } })
  for (const name of ['resendVerification', 'requestPasswordReset'])
    await visit(name, { body: { email: 'new@example.org' } })
  const token = 'a'.repeat(43)
  for (const name of ['verifyEmail', 'askToUnsubscribe', 'unsubscribe'])
    await visit(name, { query: { token } })
  await visit('confirmPasswordReset', { body: { token, ...laterPassword } })
  await visit('passkeySignInOptions')
  const response = { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' }
  await visit('signInByPasskey', { body: { ...foreignPasskey, response } })
  await visit('login', { body: { email, password: processPassword } })
}

export const foreignPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
}
