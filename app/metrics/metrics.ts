import type { LogEvent } from 'kysely'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { seconds } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import type { DatabaseObserver } from '#kit/server/database/connection/database-observer.ts'
import { createTtlCache } from '#kit/server/jobs/ttl-cache.ts'

/** The state is read from the database at most this often, regardless of how often the metrics are read. */
const stateTtl = 15 * seconds

/** The part of the metrics that is read from the database and the backups folder. */
export type State = {
  /** Every queue, also if it is empty. */
  queues: { channel: string; waiting: number; oldestSeconds: number }[]
  /** The age is null if there is no good backup. */
  backups: { ageSeconds: number | null; isOverdue: boolean }
}

type SignInRefusal = 'wrong' | 'throttled'

/** The metrics of this process. */
export type Metrics = ReturnType<typeof createMetrics>

/** Creates the metrics. Labels must never contain user input: all their values come from lists in the code. */
export function createMetrics({ version }: Pick<Config, 'version'>) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  new Gauge({
    name: 'common_table_info',
    help: 'Always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version }, 1)
  const requests = new Histogram({
    name: 'common_table_http_request_duration_seconds',
    help: 'Requests, from their first line to the last byte of the reply. Streams of events are not among them.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const rejections = new Counter({
    name: 'common_table_sign_in_refusals_total',
    help: 'Wrong passwords, and sign-ins refused after too many failures (throttled).',
    labelNames: ['reason'],
    registers,
  })
  for (const reason of ['wrong', 'throttled'] satisfies SignInRefusal[]) rejections.inc({ reason }, 0)
  const shed = new Counter({
    name: 'common_table_calls_shed_total',
    help: 'Calls that were refused because more arrived than could be served.',
    registers,
  })
  let refreshState: (() => Promise<void>) | undefined
  return {
    database: observeDatabase(registers),
    request: (labels: { method: string; route: string; status: number }, milliseconds: number) =>
      requests.observe(labels, milliseconds / 1000),
    callsShed: (count: number) => shed.inc(count),
    signInRefused: (reason: SignInRefusal) => rejections.inc({ reason }),
    /** Adds what only a server knows. */
    watch: ({ countStreams, readState }: { countStreams: () => number; readState: () => Promise<State> }) => {
      new Gauge({
        name: 'common_table_streams_open',
        help: 'Open event streams.',
        registers,
        collect() {
          this.set(countStreams())
        },
      })
      refreshState = showState(registers, readState)
    },
    contentType: registry.contentType,
    /** All metrics, in the text format of Prometheus. */
    text: async () => {
      await refreshState?.()
      return registry.metrics()
    },
  }
}

function observeDatabase(registers: Registry[]): DatabaseObserver {
  const statements = new Histogram({
    name: 'common_table_database_statement_duration_seconds',
    help: 'How long the server waits for statements. A commit waits for the disk.',
    labelNames: ['statement'],
    buckets: [0.0001, 0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers,
  })
  return {
    statement: event => statements.observe({ statement: kindOf(event) }, event.queryDurationMillis / 1000),
    pool: pool => {
      new Gauge({
        name: 'common_table_database_pool',
        help: 'PostgreSQL connections in use and idle, and requests waiting for one.',
        labelNames: ['state'],
        registers,
        collect() {
          this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
          this.set({ state: 'idle' }, pool.idleCount)
          this.set({ state: 'waiting' }, pool.waitingCount)
        },
      })
    },
  }
}

const kinds = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit', 'rollback'])

function kindOf({ query: { sql } }: LogEvent): string {
  // PostgreSQL's 'start transaction' is what SQLite calls 'begin'.
  const word = /^\w*/.exec(sql)?.[0].toLowerCase().replace('start', 'begin') ?? ''
  return kinds.has(word) ? word : 'other'
}

/** The metrics of the state, which is cached. If the database fails, all other metrics can still be read. */
function showState(registers: Registry[], readState: () => Promise<State>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: 'channel'[] = []) =>
    new Gauge({ name, help, labelNames, registers })
  const up = gauge('common_table_database_up', '1 while the database answers.')
  const queueLength = gauge('common_table_queue_length', 'Deliveries that wait, such as mails.', ['channel'])
  const queueAge = gauge(
    'common_table_queue_oldest_seconds',
    'How long the oldest of them has been waiting.',
    ['channel'],
  )
  const backupAge = gauge(
    'common_table_last_good_backup_age_seconds',
    'Time since the last good backup whose file still exists; +Inf without one.',
  )
  const backupOverdue = gauge('common_table_backup_overdue', '1 if a scheduled backup is overdue.')
  const show = ({ queues, backups }: State) => {
    for (const { channel, waiting, oldestSeconds } of queues) {
      queueLength.set({ channel }, waiting)
      queueAge.set({ channel }, oldestSeconds)
    }
    backupAge.set(backups.ageSeconds ?? Number.POSITIVE_INFINITY)
    backupOverdue.set(Number(backups.isOverdue))
  }
  const shown = createTtlCache(stateTtl, async () => {
    // A failure is cached as well, so that a failing database isn't queried more often.
    const isUp = await readState()
      .then(show)
      .then(
        () => true,
        () => false,
      )
    up.set(Number(isUp))
    if (isUp) return
    for (const gauge of [queueLength, queueAge]) gauge.reset()
    for (const gauge of [backupAge, backupOverdue]) gauge.remove()
  })
  return shown.read
}
