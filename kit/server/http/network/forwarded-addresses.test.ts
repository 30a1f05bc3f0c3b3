import { pino } from 'pino'
import { expect, test } from 'vitest'
import { getInstallation } from '#features/configuration/contract.ts'
import { startApp } from '#tests/support/start-app.ts'

test('a proxy that never sends X-Forwarded-For is reported once in the log, and on /config', async () => {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const app = await startApp({ TRUST_PROXY: '1' }, { log })
  const warnings = () => logged.filter(line => line.includes('X-Forwarded-For'))
  const visitor = app.as(null)
  for (let i = 0; i < 10; i += 1) await visitor.fetch('/api/campuses')
  expect(warnings()).toHaveLength(1)
  const root = app.as(await app.superUser())
  expect((await root.call(getInstallation)).body.proxyNotice).toContain('X-Forwarded-For')
  await visitor.fetch('/api/campuses', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect((await root.call(getInstallation)).body.proxyNotice).toBeNull()
})

test('a proxy that sends it, or no proxy at all, is no trouble', async () => {
  for (const [trustProxy, headers] of [
    ['1', { 'x-forwarded-for': '203.0.113.7' }],
    ['0', {}],
  ] as const) {
    const app = await startApp({ TRUST_PROXY: trustProxy })
    for (let i = 0; i < 5; i += 1) await app.as(null).fetch('/api/campuses', { headers: { ...headers } })
    expect(app.app.proxyNotice()).toBeNull()
  }
})
