import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Installation, Server } from '#tests/support/backups/installation.ts'
import { end, engines, expectKept, install, loadFor, serve, startWriting, within } from './support/harness.ts'

/* A server that is killed, told to stop, or that ends by itself, while sixteen writers are at work. */

/** In seconds: how long a start may take, even on a busy machine. */
const startsWithin = 60

// Each end comes at another moment, so more of them find more.
const cycles = process.env.EVERYTHING ? 3 : 1

describe.each(engines)('%s', engine => {
  test('kill -9 under 16 writers: no acknowledged write is lost, duplicated or half done [D-01]', async () => {
    await endAgainAndAgain(await install(engine), end)
  })

  test('SIGTERM under 16 writers: all acknowledged writes are kept, and the process exits with 0 in time [D-17]', async () => {
    await endAgainAndAgain(await install(engine), async server => {
      const start = performance.now()
      const { code } = await end(server, 'SIGTERM')
      expect(code, server.output().slice(-500)).toBe(0)
      // Ten seconds for pending requests, plus one.
      expect(performance.now() - start).toBeLessThan(11_000)
    })
  })

  test('an unhandled error under 16 writers: the process logs one line and exits with an error status, and no acknowledged write is lost [D-18]', async () => {
    const flags = ['--import', new URL('./unhandled-rejection.ts', import.meta.url).href]
    const installation = await install(engine)
    const load = await loadFor(installation)
    const server = await serve(installation, { flags })
    const writing = startWriting(load, [server.origin])
    await setTimeout(1_000)
    const { code } = await end(server, 'SIGUSR2')
    await writing.stop()
    expect(code, server.output().slice(-500)).toBe(1)
    // In pino, level 60 is fatal.
    expect(JSON.parse(server.output().trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      level: 60,
      msg: 'stopped by an uncaught error',
      err: { message: 'a promise that nobody waits for' },
    })
    await end(await serve(installation))
    await expectKept(installation, load)
  })

  test('a leak under 16 writers: the server ends with a reason and an error status, and no acknowledged write is lost [D-18]', async () => {
    const installation = await install(engine)
    const load = await loadFor(installation)
    const leak = ['--import', new URL('./leak.ts', import.meta.url).href]
    const server = await serve(installation, { flags: ['--max-old-space-size=96', ...leak] })
    const writing = startWriting(load, [server.origin])
    await setTimeout(1_000)
    const { code, signal } = await end(server, 'SIGUSR2')
    await writing.stop()
    expect(signal ?? code).not.toBe(0)
    // V8's own message, or that of a library that allocates memory itself.
    expect(server.output()).toMatch(/FATAL ERROR|# Fatal|memory allocation of \d+ bytes failed/)
    await end(await serve(installation))
    await expectKept(installation, load)
  })
})

async function endAgainAndAgain(installation: Installation, stop: (server: Server) => Promise<unknown>) {
  const load = await loadFor(installation)
  let server = await serve(installation)
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const before = load.ledger.acknowledged
    const writing = startWriting(load, [server.origin])
    await setTimeout(200 + (1_500 * (cycle + 0.5)) / cycles)
    // On a busy machine the first of many writes may take longer, and there must be something to lose.
    expect(await within(15, () => load.ledger.acknowledged > before + 16)).toBe(true)
    await stop(server)
    await writing.stop()
    // The server starts before any other process opens the database.
    server = await serve(installation)
    expect(server.seconds).toBeLessThan(startsWithin)
    await expectKept(installation, load)
  }
}
