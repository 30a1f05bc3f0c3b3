import { pino } from 'pino'
import { beforeEach, expect } from 'vitest'
import { listAdminCampuses, updateCampus } from '#features/campuses/contract.ts'
import type { ChatKind } from '#features/chat/contract.ts'
import { startFakeChat } from '#tests/support/services/fake-chat.ts'
import { startApp } from '#tests/support/start-app.ts'
import { lunchesOf } from './lunches.ts'

export const webhookSecret = 'canary-secret-of-the-webhook'
const urls: Record<ChatKind, string> = {
  slack: `https://hooks.slack.com/services/T1/B1/${webhookSecret}`,
  teams: `https://prod-1.westus.logic.azure.com/workflows/1?sig=${webhookSecret}`,
  discord: `https://discord.com/api/webhooks/1/${webhookSecret}`,
}

/** A server whose campus Arden posts to a fake Slack. Each test begins at 10 AM, without lunches and restaurants. */
export async function startChatApp() {
  const fake = await startFakeChat()
  const logged: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) })
  const app = await startApp({}, { chat: fake.chat, log })
  const root = app.as(await app.superUser())
  const campuses = (await root.call(listAdminCampuses)).body

  /** Sets the webhook of a campus; null removes it. */
  async function connect(code: string, kind: ChatKind | null) {
    const { id } = campuses.find(campus => campus.code === code) ?? expect.fail()
    const webhook = kind && { kind, url: urls[kind] }
    expect((await root.call(updateCampus, { params: { id }, body: { webhook } })).status).toBe(200)
  }

  beforeEach(async () => {
    await app.deps.jobs.chatPoster.settled()
    await fake.setMode('normal')
    fake.reply()
    fake.requests.splice(0)
    fake.renew()
    for (const table of ['deliveries', 'lunches', 'restaurants', 'campusWebhooks'] as const)
      await app.db.deleteFrom(table).execute()
    app.clock.set('2026-11-20T15:00:00Z')
    await connect('arden', 'slack')
  })

  return {
    app,
    fake,
    logged,
    connect,
    ...lunchesOf(app),
    /** Waits until all due posts have been tried, and returns what arrived since the last call. */
    posted: async (minutes = 0) => {
      app.clock.advance({ minutes })
      app.deps.jobs.chatPoster.wake()
      await app.deps.jobs.chatPoster.settled()
      return fake.posts().map(({ text }) => text.replaceAll('\u2060', ''))
    },
    waiting: () =>
      app.db.selectFrom('deliveries').selectAll().where('channel', '=', 'chat').orderBy('id').execute(),
  }
}
