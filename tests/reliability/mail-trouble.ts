/** D-10: a mail server that fails in each of the ways in which real ones do. */
import { register } from '#contract/accounts.ts'
import { listMails, retryMails, sendTestEmail } from '#contract/mails.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { openSmtpServer, type SmtpMode } from '#server/testing/smtp-modes.ts'
import { call, type Person, signIn } from './client.ts'
import { newInstallation, prepare, type Server, withDeps, withServer } from './installation.ts'
import { within } from './listeners.ts'
import { engines, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-10',
  what: 'a mail server that fails in six ways: no request waits for it, a test mail reports the problem within 10 s, and each mail is delivered once the server is back',
  engine,
  needs: needsOf(engine),
  isLong: true,
  measure: scale => failInAllWays(engine, scale),
}))

const modes = [
  'refuse connections',
  'never greet',
  '451',
  '550',
  'reset after the dot',
  'silent after the dot',
] as const satisfies SmtpMode[]

/**
 * In seconds: the limits for a registration while the mail server fails, and for the outcome of a test mail.
 */
const [registersWithin, explainedWithin] = [2, 10]
const credentials = /nary-word|lunch(@|%40)/

async function failInAllWays(engine: Engine, scale: Scale): Promise<string> {
  const smtp = await openSmtpServer()
  const SMTP_URL = smtp.url.replace('//', '//lunch%40example.org:c%40nary-word@')
  const installation = await newInstallation(engine, scale, { SMTP_URL })
  try {
    await prepare(installation)
    const root = await withDeps(installation, async deps => signIn(deps, await peopleOf(deps).superUser()))
    return await withServer(installation, async server => {
      const explained: string[] = []
      let slowest = 0
      for (const mode of modes) {
        await smtp.setMode(mode)
        const seconds = await registerOne(server, addressOf(mode))
        slowest = Math.max(slowest, seconds)
        explained.push(`${mode}: ${await testMail(server, root, mode)}`)
        // Each mail is tried once before the next kind of failure begins.
        const isTried = await within(20, async () => (await stateOf(server, root, mode)) !== 'not tried', 200)
        expectThat(isTried, `${mode}: the mail was not tried`)
      }
      expectThat(
        slowest < registersWithin,
        `a registration took ${slowest.toFixed(1)} s beside a mail server that fails`,
      )
      // Mails that were never confirmed are sent again with the same Message-ID, so that mail programs show
      // them once.
      const doubtful = smtp.received.splice(0)
      await smtp.setMode('accept')
      const haveLeft = await within(
        60,
        async () => {
          await call(server.origin, root, retryMails)
          const { body } = await call(server.origin, root, listMails)
          return body.length === 0
        },
        500,
      )
      expectThat(haveLeft, 'not all mails were sent when the mail server was back')
      for (const mode of modes) {
        const isMine = ({ recipients }: { recipients: string[] }) => recipients.includes(addressOf(mode))
        const arrived = smtp.received.filter(isMine)
        const copies = [...doubtful.filter(isMine), ...arrived].map(({ messageId }) => messageId)
        const expected = mode === '550' ? 0 : 1
        expectThat(arrived.length === expected, `${mode}: it arrived ${arrived.length} times`)
        expectThat(new Set(copies).size === expected, `${mode}: it arrived as different mails`)
      }
      expectThat(!credentials.test(server.output()), 'the log has the credentials')
      return `slowest registration ${slowest.toFixed(1)} s; test mails: ${explained.join('; ')}; once the server was back, each mail arrived once (permanently rejected mails were given up)`
    })
  } finally {
    await smtp.close()
    await installation.remove()
  }
}

const addressOf = (mode: SmtpMode) => `${mode.replaceAll(' ', '-')}@example.org`

async function registerOne({ origin }: Server, email: string): Promise<number> {
  const particulars = { password: 'correct horse', campusCode: 'arden', department: 'Care' }
  const body = { ...particulars, firstName: 'New', lastName: 'Comer', email }
  const start = performance.now()
  const { status } = await call(origin, null, register, { body })
  expectThat(status === 201, `a registration was answered with ${status}`)
  return (performance.now() - start) / 1000
}

/** The status and how long it took. */
async function testMail({ origin }: Server, root: Person, mode: SmtpMode): Promise<string> {
  const start = performance.now()
  const body = { email: 'mia@example.org', firstName: 'Mia' }
  const { status, error } = await call(origin, root, sendTestEmail, { body })
  const seconds = (performance.now() - start) / 1000
  const said = JSON.stringify(error)
  expectThat(status >= 502 && status <= 504, `${mode}: a test mail was answered with ${status}`)
  const isExplained = [error.error, error.instruction].every(text => typeof text === 'string' && text !== '')
  expectThat(isExplained, `${mode}: a test mail was answered with ${said}`)
  expectThat(!credentials.test(said), `${mode}: the answer has the credentials`)
  expectThat(seconds < explainedWithin, `${mode}: a test mail was answered after ${seconds.toFixed(1)} s`)
  return `${status} after ${seconds.toFixed(1)} s`
}

async function stateOf({ origin }: Server, root: Person, mode: SmtpMode) {
  const { body } = await call(origin, root, listMails)
  const mail = body.find(({ to }) => to === addressOf(mode))
  if (!mail) return 'given up'
  return mail.attempts > 0 && !mail.isBeingSent ? 'put off' : 'not tried'
}
