import { pino } from 'pino'
import { beforeEach } from 'vitest'
import { addPushDevice, type PushKind, savePushChoices } from '#features/push/contract.ts'
import type { Row } from '#kit/server/database/schema.ts'
import { lunchesOf } from '#tests/support/people/lunches.ts'
import { startFakePush } from '#tests/support/services/fake-push.ts'
import { startApp } from '#tests/support/start-app.ts'

/** A server that notifies browsers at fake push services. Each test begins at 10 AM, without lunches and devices. */
export async function startPushApp(environment: Record<string, string> = {}) {
  const fake = await startFakePush()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const app = await startApp(environment, { pushService: fake.pushService, log })
  const { eaterOf, ...lunches } = lunchesOf(app)

  beforeEach(async () => {
    await app.deps.jobs.pushSender.settled()
    fake.reply()
    fake.renew()
    fake.requests.splice(0)
    fake.addresses.clear()
    for (const table of ['deliveries', 'lunches', 'restaurants', 'pushDevices', 'throttles'] as const)
      await app.db.deleteFrom(table).execute()
    app.clock.set('2026-11-20T15:00:00Z')
  })

  /** Adds a browser to a user. */
  async function addBrowser(user: Row<'users'>, host?: string) {
    const browser = fake.subscribe(host)
    const { status, body } = await app.as(user).call(addPushDevice, { body: browser.subscription })
    if (status !== 201) throw new Error(`${status}`)
    return { ...browser, id: body.id }
  }

  /** A user with a browser that gets notifications. */
  async function notified(fields: Partial<Row<'users'>> = {}, kinds?: PushKind[]) {
    const user = await app.user(fields)
    const browser = await addBrowser(user)
    if (kinds) await app.as(user).call(savePushChoices, { body: { kinds } })
    return { ...eaterOf(user), browser }
  }

  return {
    app,
    fake,
    logged,
    eaterOf,
    ...lunches,
    addBrowser,
    notified,
    /** Lets time pass and the clock run, sends what is due, and returns what arrived since the last call. */
    arrived: async (minutes = 0) => {
      app.clock.advance({ minutes })
      const { lunchClock, pushSender } = app.deps.jobs
      // The clock enters visits in every fifth round.
      for (const work of [...Array.from({ length: 5 }, () => lunchClock), pushSender]) {
        work.wake()
        await work.settled()
      }
      return fake.received()
    },
    waiting: () =>
      app.db.selectFrom('deliveries').selectAll().where('channel', '=', 'push').orderBy('id').execute(),
  }
}
