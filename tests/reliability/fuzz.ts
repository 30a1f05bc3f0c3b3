/** D-18: no request to any call may end the process, cause an unexpected error or reveal internals. */
import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Engine } from '#server/database/dialect.ts'
import { listEndpoints } from '#server/testing/endpoints.ts'
import { findCorruption } from './actual-states.ts'
import { storeCase, storedCases } from './fuzz-cases.ts'
import { type Fixture, newFixture } from './fuzz-fixture.ts'
import type { Failure } from './fuzz-judge.ts'
import type { FuzzStep } from './fuzz-request.ts'
import { requestTo, stepTo } from './fuzz-requests.ts'
import { startFakeServices } from './fuzz-services.ts'
import { type FuzzTarget, type RunStats, startTarget } from './fuzz-target.ts'
import { engines, expectNone, needsOf, type Scale, type Scenario } from './scenario.ts'

export const scenarios: Scenario[] = engines.map(engine => ({
  id: 'D-18',
  also: ['T-121'],
  what: 'random requests to every endpoint: no crash, no status 500, and no reply reveals internals',
  engine,
  needs: needsOf(engine),
  measure: scale => fuzz(engine, scale),
}))

/**
 * The most steps that one server gets; on average it is half of that. On PostgreSQL, the short form has only
 * one request to each call.
 */
const longest = 2_000
const shortest = 400
/** In milliseconds. After this time, a failure is stored as it is, even if it could be made smaller. */
const shrinkingTime = 10 * 60_000

async function fuzz(engine: Engine, scale: Scale): Promise<string> {
  const endpoints = new Map((await listEndpoints()).map(one => [`${one.method} ${one.path}`, one]))
  const services = await startFakeServices()
  const stats: RunStats = { statuses: new Map(), calls: new Map(), sent: 0 }
  const problems: string[] = []
  let fixture: Fixture | undefined
  try {
    fixture = await newFixture(engine, scale, services.environment)
    const run: FuzzRun = { fixture, services, endpoints, engine, stats, problems, known: new Set() }
    const kept = await replay(run, scale)
    await callEachEndpoint(run, scale)
    const chapters = scale.isShort ? (engine === 'sqlite' ? 1 : 0) : Infinity
    for (let chapter = 0; chapter < chapters && stats.sent < scale.requests; chapter += 1) {
      if (chapter % 10 === 9) console.log(`D-18 ${engine}: ${stats.sent} requests so far`)
      await sendRandomSteps(run, scale.seed + chapter * 1_000_003, scale.isShort ? shortest : longest)
    }
    expectNone(problems)
    expectNone(
      [...endpoints.keys()].filter(call => !stats.calls.has(call)).map(call => `${call} was never called`),
    )
    const hasSucceeded = (call: string) =>
      [...(stats.calls.get(call) ?? [])].some(one => one >= 200 && one < 400)
    const refused = [...endpoints.keys()].filter(call => !hasSucceeded(call))
    if (!scale.isShort) console.log(`D-18 ${engine}: never more than refused: ${refused.join(', ')}`)
    const summary = [...stats.statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, times]) => `${status} ${times}×`)
    return `${kept} stored cases and ${stats.sent} requests to all ${endpoints.size} endpoints, ${endpoints.size - refused.length} of which succeeded at least once (seed ${scale.seed}): ${summary.join(', ')}; no crash, no 500, no internals revealed`
  } finally {
    await fixture?.remove()
    await services.stop()
  }
}

type FuzzRun = {
  fixture: Fixture
  services: Awaited<ReturnType<typeof startFakeServices>>
  endpoints: Map<string, Endpoint>
  engine: Engine
  stats: RunStats
  problems: string[]
  /** The kinds of failures that were already found. */
  known: Set<string>
}

async function withTarget<T>(
  { fixture, services, endpoints }: FuzzRun,
  work: (target: FuzzTarget) => Promise<T>,
): Promise<T> {
  const target = await startTarget(fixture, services, endpoints)
  return work(target).finally(target.close)
}

/** Sends the stored cases again: each to its own server, or in the short form all to one. */
async function replay(run: FuzzRun, { isShort }: Scale): Promise<number> {
  const cases = await storedCases()
  for (const together of isShort ? [cases] : cases.map(one => [one])) {
    await withTarget(run, async target => {
      for (const { name, steps } of together) {
        for (const step of steps)
          for (const { kind, detail } of await target.sendStep(step))
            run.problems.push(`${name}: ${kind}: ${detail}`)
        for (const { kind, detail } of await target.settle()) run.problems.push(`${name}: ${kind}: ${detail}`)
      }
    })
  }
  return cases.length
}

/** Sends one well-formed request to each call, so that none is left to chance. */
async function callEachEndpoint(run: FuzzRun, { seed }: Scale): Promise<void> {
  const steps = [...run.endpoints.values()].flatMap(endpoint =>
    fc
      .sample(requestTo(endpoint, false), { seed, numRuns: 1 })
      .map(request => new Send([request], run.stats)),
  )
  // All steps are passed as an example. The arbitrary is only used to shrink a failure.
  const some = fc.array(fc.constantFrom(...steps), { maxLength: steps.length, size: 'max' })
  await runAndShrink(run, seed, some, [steps])
}

/** Sends some hundred random steps to one server. */
async function sendRandomSteps(run: FuzzRun, seed: number, maxCommands: number): Promise<void> {
  const step = stepTo([...run.endpoints.values()]).map(requests => new Send(requests, run.stats))
  await runAndShrink(run, seed, fc.noBias(fc.commands([step], { maxCommands, size: 'max' })))
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

/**
 * Runs the steps. If one fails, searches for the smallest case with the same failure on fresh servers, and
 * stores it.
 */
async function runAndShrink(
  run: FuzzRun,
  seed: number,
  commands: fc.Arbitrary<Iterable<fc.AsyncCommand<object, Attempt>>>,
  examples: Send[][] = [],
): Promise<void> {
  let found: { failure: Failure; steps: FuzzStep[] } | undefined
  let until = Infinity
  const property = fc.asyncProperty(commands, async steps => {
    if (performance.now() > until) return
    const wanted = found?.failure.kind
    await withTarget(run, async target => {
      const taken: FuzzStep[] = []
      const check = (failures: Failure[]) => {
        const failure = failures.find(({ kind }) =>
          wanted === undefined ? !run.known.has(kind) : kind === wanted,
        )
        if (!failure) return
        if (!found)
          console.log(
            `D-18 ${run.engine}: ${failure.kind}, after ${run.stats.sent} requests: ${failure.detail}`,
          )
        found = { failure, steps: [...taken] }
        until = Math.min(until, performance.now() + shrinkingTime)
        throw new Error(failure.kind)
      }
      const attempt = { target, isFirst: wanted === undefined, steps: taken, check }
      await fc.asyncModelRun(() => ({ model: {}, real: attempt }), steps)
      check(await target.settle())
      check(
        (await findCorruption(target.deps.db))
          .filter(isUnexpected)
          .map(detail => ({ kind: 'corrupted data', detail })),
      )
    })
  })
  const { errorInstance } = await fc.check(property, {
    seed,
    numRuns: 1,
    examples: examples.map(one => [one]),
  })
  if (!found) {
    if (errorInstance) throw errorInstance
    return
  }
  const { failure, steps } = found
  run.known.add(failure.kind)
  const name = await storeCase(failure, { engine: run.engine, seed, steps })
  run.problems.push(`${failure.kind}: ${failure.detail}, kept as fuzz-cases/${name}.json`)
  const story = JSON.stringify(steps, null, 1)
  console.log(story.length < 5_000 ? story : `${steps.length} steps`)
  console.log(`kept as fuzz-cases/${name}.json`)
}

const isUnexpected = (problem: string) => !problem.includes('without its mail')
