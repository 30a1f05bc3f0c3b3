/** T-02: what an attacker could learn from response times. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { requestPasswordReset, resendVerification } from '#contract/accounts.ts'
import { login } from '#contract/sessions.ts'
import type { Engine } from '#server/database/dialect.ts'
import { peopleOf } from '#server/testing/people.ts'
import { median, sameDistribution } from '../bench/statistics.ts'
import { call } from './client.ts'
import { newInstallation, prepare, withDeps, withServer } from './installation.ts'
import { engines, expectNone, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'T-02',
  what: 'known and unknown addresses, alternating sixty times: replies take equally long, even while the mail server is silent',
  engine,
  needs: needsOf(engine),
  isLong: true,
  measure: scale => compare(engine, scale),
}))

const pairs = 60
/** On a busy machine a comparison fails now and then; with a real leak, all of them fail. */
const mostRounds = 4

type Times = { known: number[]; unknown: number[] }

async function compare(engine: Engine, scale: Scale): Promise<string> {
  const silent = await startSilentServer()
  const installation = await newInstallation(engine, scale, { SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
  try {
    await prepare(installation)
    // A separate person for each question and round: a second mail to the same address would not be sent.
    const people = await withDeps(installation, async deps => {
      const make = peopleOf(deps)
      const emails: string[] = []
      for (let i = 0; i < pairs * mostRounds * 2; i += 1)
        emails.push((await make.user({ isVerified: i % 2 === 0 })).email)
      return {
        verified: emails.filter((_, i) => i % 2 === 0),
        unverified: emails.filter((_, i) => i % 2 === 1),
      }
    })
    return await withServer(installation, async ({ origin }) => {
      const questions: [string, string[], (email: string) => Promise<unknown>][] = [
        [
          'sign-in',
          people.verified.slice(0, 1),
          email => call(origin, null, login, { body: { email, password: 'wrong password' } }),
        ],
        [
          'forgotten password',
          people.verified,
          email => call(origin, null, requestPasswordReset, { body: { email } }),
        ],
        [
          'another link',
          people.unverified,
          email => call(origin, null, resendVerification, { body: { email } }),
        ],
      ]
      const [problems, figures]: [string[], string[]] = [[], []]
      for (const [what, emails, ask] of questions) {
        const { holds, figure } = await tellApart(emails, ask)
        if (!holds) problems.push(`${what}: ${figure}`)
        figures.push(`${what}: ${figure}`)
      }
      expectNone(problems)
      return figures.join('; ')
    })
  } finally {
    silent.close()
    await installation.remove()
  }
}

async function tellApart(emails: string[], ask: (email: string) => Promise<unknown>) {
  let asked = 0
  const timed = async (email: string) => {
    const start = performance.now()
    await ask(email)
    return performance.now() - start
  }
  const next = {
    known: () => emails[asked % emails.length] ?? '',
    unknown: () => `nobody.sample${asked}@example.org`,
  }
  for (let i = 0; i < 3; i += 1) await timed(`warm.up${i}@example.org`)
  for (let round = 1; ; round += 1) {
    const times: Times = { known: [], unknown: [] }
    for (let i = 0; i < pairs; i += 1) {
      // The order alternates, because the second of a pair may profit from warm caches.
      const order = i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
      for (const kind of order) times[kind].push(await timed(next[kind]()))
      asked += 1
    }
    const [known, unknown] = [median(times.known), median(times.unknown)]
    const p = sameDistribution(times.known, times.unknown)
    const isNear = Math.abs(known - unknown) <= 0.1 * Math.min(known, unknown)
    // When a busy machine scatters the times, medians differ more by chance; the ranks are still reliable.
    const isAlike = p > 0.1 || (isNear && p > 0.01)
    if (!isAlike && round < mostRounds) continue
    const figure = `${known.toFixed(1)} and ${unknown.toFixed(1)} ms in the middle, p ${p.toFixed(2)}${round > 1 ? ` (round ${round})` : ''}`
    return { holds: isAlike, figure }
  }
}

/** A mail server that accepts connections and never sends anything. */
async function startSilentServer() {
  const server = createServer(socket => socket.on('error', () => undefined)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() }
}
