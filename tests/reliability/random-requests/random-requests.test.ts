import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { engines } from '#tests/reliability/support/harness.ts'
import { listEndpoints } from '#tests/support/calls/endpoints.ts'
import { startServices } from './fuzz-services.ts'
import { prepareTarget, startTarget, type Target } from './fuzz-target.ts'
import { requestTo, stepTo } from './request-arbitraries.ts'
import type { FuzzRequest } from './send-request.ts'

/* No request to any call may end the process, cause an unexpected error or reveal internals. */

const seed = Number(process.env.FUZZ_SEED ?? 18)
// `npm run test:random` sends as many as D-18 promises, which takes most of an hour.
const requested = Number(process.env.FUZZ_REQUESTS ?? 2_000)
/** How many steps each server gets. */
const steps = 1_000
/** In milliseconds. After this time, a failure is kept as it is, even if it could be made smaller. */
const shrinkingTime = 10 * 60_000

const folder = new URL('./fuzz-cases/', import.meta.url)
type Case = { failed: string; found: string; steps: FuzzRequest[][] }

const targets = await Promise.all(engines.map(async engine => ({ engine, services: await startServices() })))
afterAll(() => Promise.all(targets.map(({ services }) => services.stop())))

// Beside each other: each waits most of the time, for its server to start or to reply.
test.concurrent.for(targets)(
  'stored cases and random requests to every endpoint on $engine: no crash, no status 500, and no reply reveals internals [D-18 T-121]',
  { timeout: 3 * 60 * 60_000 },
  async ({ engine, services }, { onTestFinished }) => {
    const endpoints = await listEndpoints()
    const installation = await prepareTarget(engine, services)
    onTestFinished(installation.remove)
    const called = new Map<string, number>()
    const count = (call: string) => void called.set(call, (called.get(call) ?? 0) + 1)
    const sent = () => [...called.values()].reduce((sum, one) => sum + one, 0)

    async function withTarget<T>(work: (target: Target) => Promise<T>): Promise<T> {
      const target = await startTarget(installation, services, endpoints)
      return work(target).finally(target.close)
    }
    const failureOf = (sequence: FuzzRequest[][]) =>
      withTarget(async target => {
        for (const step of sequence) {
          const wrong = await target.send(step, count)
          if (wrong) return wrong
        }
        return target.settle()
      })
    /** Sends one sequence; if it fails, keeps the smallest one that still does. */
    async function check(sequences: fc.Arbitrary<FuzzRequest[][]>, seed: number): Promise<void> {
      const file = new URL(`${engine}-${seed}.json`, folder)
      let until = Infinity
      const property = fc.asyncProperty(sequences, async steps => {
        const failed = performance.now() < until && (await failureOf(steps).catch(error => `${error.stack}`))
        if (!failed) return
        until = Math.min(until, performance.now() + shrinkingTime)
        const found: Case = { failed, found: `${engine}, seed ${seed}`, steps }
        writeFileSync(file, `${JSON.stringify(found, null, 2)}\n`)
        throw new Error(`${failed}, kept in ${file.pathname}`)
      })
      const { errorInstance } = await fc.check(property, { seed, numRuns: 1 })
      if (errorInstance) throw errorInstance
    }

    for (const name of readdirSync(folder)) {
      const stored = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Case
      expect(await failureOf(stored.steps), name).toBe(null)
    }
    // One well-formed request to each call, so that none is left to chance.
    await check(fc.tuple(...endpoints.map(endpoint => fc.tuple(requestTo(endpoint, false)))), seed)
    const random = fc.array(stepTo(endpoints), { minLength: 1, maxLength: steps, size: 'max' })
    for (let round = 1; sent() < requested; round += 1) await check(fc.noBias(random), seed + round)
    expect(endpoints.map(one => `${one.method} ${one.path}`).filter(call => !called.has(call))).toEqual([])
  },
)
