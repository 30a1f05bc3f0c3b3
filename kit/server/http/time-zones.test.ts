import { pino } from 'pino'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

test('the log says once that most people’s browsers have another time than TIME_ZONE', async () => {
  const logged: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  const app = await startApp({}, { log })
  const warnings = () => logged.filter(line => line.includes('TIME_ZONE'))
  const visit = async (zone: string, times = 1) => {
    const person = app.as(await app.user())
    for (let time = 0; time < times; time += 1)
      await person.fetch('/api/user', { headers: { 'x-time-zone': zone } })
  }
  await visit('Europe/Berlin', 9)
  for (const zone of ['America/New_York', 'US/Eastern', 'nowhere', 'Europe/Berlin']) await visit(zone)
  expect(warnings()).toEqual([])
  for (let person = 0; person < 3; person += 1) await visit('Europe/Berlin')
  expect(warnings()).toEqual([expect.stringContaining('elsewhere, such as in Europe/Berlin')])
})
