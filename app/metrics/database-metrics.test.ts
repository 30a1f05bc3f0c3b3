// On both engines: dialect, events.
import { expect, test } from 'vitest'
import { openEvents } from '#tests/support/calls/open-events.ts'
import { parseMetrics, valueIn } from '#tests/support/calls/read-metrics.ts'
import { startApp } from '#tests/support/start-app.ts'

const token = 'only-for-prometheus'
const app = await startApp({ METRICS_TOKEN: token })
const read = async ({ as } = app) => {
  const response = await as(null).fetch('/metrics', { headers: { authorization: `Bearer ${token}` } })
  return parseMetrics(await response.text())
}

test('the process and the database are measured', async () => {
  await app.db.transaction().execute(tx => tx.selectFrom('users').select('id').execute())
  const samples = await read()
  for (const name of [
    'nodejs_eventloop_lag_p99_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(valueIn(samples, name)).toBeGreaterThanOrEqual(0)
  for (const statement of ['select', 'insert', 'begin', 'commit'])
    expect(
      valueIn(samples, 'common_table_database_statement_duration_seconds_count', { statement }),
    ).toBeGreaterThan(0)
  expect(valueIn(samples, 'common_table_database_up')).toBe(1)
  const idle = valueIn(samples, 'common_table_database_pool', { state: 'idle' })
  if (process.env.ENGINE === 'postgres') expect(idle).toBeGreaterThan(0)
  else expect(idle).toBeUndefined()
})

test('open streams are counted until they are closed', async () => {
  const ana = await app.user()
  const listening = await openEvents(app.as(ana), '/api/lunches/events?campusCode=arden')
  expect(valueIn(await read(), 'common_table_streams_open')).toBe(1)
  listening.close()
  await expect.poll(async () => valueIn(await read(), 'common_table_streams_open')).toBe(0)
  const routes = (await read()).map(({ labels }) => labels.route)
  expect(routes).not.toContain('/api/lunches/events')
})

test('the metrics can be read even if the database fails', async () => {
  // What was read before is cached.
  const lost = await startApp({ METRICS_TOKEN: token })
  await lost.db.schema.alterTable('deliveries').renameTo('elsewhere').execute()
  const samples = await read(lost)
  expect(valueIn(samples, 'common_table_database_up')).toBe(0)
  for (const name of ['common_table_queue_length', 'common_table_last_good_backup_age_seconds'])
    expect(valueIn(samples, name)).toBeUndefined()
  expect(valueIn(samples, 'process_resident_memory_bytes')).toBeGreaterThan(0)
})
