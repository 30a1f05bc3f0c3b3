import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Engine } from '#server/database/dialect.ts'
import { listEndpoints } from '#server/testing/endpoints.ts'
import { findCorruption } from './actual-states.ts'
import { storeCase, storedCases } from './fuzz-cases.ts'
import { newFixture } from './fuzz-fixture.ts'
import type { Failure } from './fuzz-judge.ts'
import type { FuzzStep } from './fuzz-request.ts'
import { requestTo, stepTo } from './fuzz-requests.ts'
import { startFakeServices } from './fuzz-services.ts'
import { type FuzzTarget, type RunStats, startTarget } from './fuzz-target.ts'
import { engines } from './harness.ts'

/* No request to any call may end the process, cause an unexpected error or reveal internals. */

const seed = Number(process.env.FUZZ_SEED ?? 18)
// `npm run test:all` sends as many as D-18 promises, which takes hours on a slow machine.
const wanted = Number(process.env.FUZZ_REQUESTS ?? (process.env.EVERYTHING ? 100_000 : 2_000))
/** The most steps that one server gets; on average it is half of that. */
const longest = 1_000
/** In milliseconds. After this time, a failure is stored as it is, even if it could be made smaller. */
const shrinkingTime = 10 * 60_000

test.each(engines)(
  'stored cases and random requests to every endpoint on %s: no crash, no status 500, and no reply reveals internals [D-18 T-121]',
  async engine => {
    const run = await startRun(engine)
    for (const { name, steps } of await storedCases()) {
      await run.withTarget(async target => {
        for (const step of steps) expect(await target.sendStep(step), name).toEqual([])
        expect(await target.settle(), name).toEqual([])
      })
    }
    // One well-formed request to each call, so that none is left to chance. The arbitrary only serves to shrink.
    const each = run.endpoints.map(endpoint =>
      fc
        .sample(requestTo(endpoint, false), { seed, numRuns: 1 })
        .map(request => new Send([request], run.stats)),
    )
    const some = fc.array(fc.constantFrom(...each.flat()), { maxLength: each.length, size: 'max' })
    await runAndShrink(run, seed, some, [each.flat()])
    const step = stepTo(run.endpoints).map(requests => new Send(requests, run.stats))
    const commands = fc.noBias(fc.commands([step], { maxCommands: longest, size: 'max' }))
    for (let chapter = 0; run.stats.sent < wanted; chapter += 1)
      await runAndShrink(run, seed + chapter * 1_000_003, commands)
    const called = run.endpoints.map(({ method, path }) => `${method} ${path}`)
    expect(called.filter(call => !run.stats.calls.has(call))).toEqual([])
  },
  3 * 60 * 60_000,
)

type Run = Awaited<ReturnType<typeof startRun>>

async function startRun(engine: Engine) {
  const endpoints = await listEndpoints()
  const byCall = new Map<string, Endpoint>(endpoints.map(one => [`${one.method} ${one.path}`, one]))
  const services = await startFakeServices()
  onTestFinished(services.stop)
  const fixture = await newFixture(engine, services.environment)
  const stats: RunStats = { statuses: new Map(), calls: new Map(), sent: 0 }
  /** Runs a server on a fresh copy of the fixture during `work`. */
  const withTarget = async <T>(work: (target: FuzzTarget) => Promise<T>): Promise<T> => {
    const target = await startTarget(fixture, services, byCall)
    return work(target).finally(target.close)
  }
  return { engine, endpoints, stats, withTarget }
}

/** A step as a command that fast-check can run and shrink. */
class Send implements fc.AsyncCommand<object, Attempt> {
  readonly #requests: FuzzStep
  readonly #stats: RunStats

  constructor(requests: FuzzStep, stats: RunStats) {
    this.#requests = requests
    this.#stats = stats
  }

  check(): boolean {
    return true
  }

  async run(_model: object, attempt: Attempt): Promise<void> {
    attempt.steps.push(this.#requests)
    attempt.check(await attempt.target.sendStep(this.#requests, attempt.isFirst ? this.#stats : undefined))
  }

  toString(): string {
    return JSON.stringify(this.#requests)
  }
}

type Attempt = {
  target: FuzzTarget
  isFirst: boolean
  steps: FuzzStep[]
  /** Throws if one of the failures is the one being shrunk. */
  check: (failures: Failure[]) => void
}

/** Runs the steps. If one fails, stores the smallest case with the same failure that fresh servers show, and fails. */
async function runAndShrink(
  { engine, stats, withTarget }: Run,
  seed: number,
  commands: fc.Arbitrary<Iterable<fc.AsyncCommand<object, Attempt>>>,
  examples: Send[][] = [],
): Promise<void> {
  let found: { failure: Failure; steps: FuzzStep[] } | undefined
  let until = Infinity
  const property = fc.asyncProperty(commands, async steps => {
    if (performance.now() > until) return
    const kind = found?.failure.kind
    await withTarget(async target => {
      const taken: FuzzStep[] = []
      const check = (failures: Failure[]) => {
        const failure = failures.find(one => kind === undefined || one.kind === kind)
        if (!failure) return
        if (!found) console.log(`${engine}: ${failure.kind}, after ${stats.sent} requests: ${failure.detail}`)
        found = { failure, steps: [...taken] }
        until = Math.min(until, performance.now() + shrinkingTime)
        throw new Error(failure.kind)
      }
      const attempt = { target, isFirst: kind === undefined, steps: taken, check }
      await fc.asyncModelRun(() => ({ model: {}, real: attempt }), steps)
      check(await target.settle())
      const corruption = (await findCorruption(target.deps.db)).filter(
        one => !one.includes('without its mail'),
      )
      check(corruption.map(detail => ({ kind: 'corrupted data', detail })))
    })
  })
  const given = examples.map((one): [Send[]] => [one])
  const { errorInstance } = await fc.check(property, { seed, numRuns: 1, examples: given })
  if (!found) {
    if (errorInstance) throw errorInstance
    return
  }
  const { failure, steps } = found
  const name = await storeCase(failure, { engine, seed, steps })
  expect.fail(
    `${failure.kind}: ${failure.detail}, kept as fuzz-cases/${name}.json:\n${JSON.stringify(steps).slice(0, 5_000)}`,
  )
}
