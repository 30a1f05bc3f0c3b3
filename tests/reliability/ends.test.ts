import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { type Installation, type Server, startServer } from '#tests/support/backups/installation.ts'
import {
  engines,
  expectKept,
  install,
  loadFor,
  serveUnderLoad,
  startWriting,
  within,
} from './support/harness.ts'

/* A server that is killed, told to stop, or that ends by itself, while sixteen writers are at work. */

/** In seconds: how long a start may take, even on a busy machine. */
const startsWithin = 60

// Each end comes at another moment, so more of them find more.
const cycles = process.env.EVERYTHING ? 3 : 1

describe.each(engines)('%s', engine => {
  test('kill -9 under 16 writers: no acknowledged write is lost, duplicated or half done [D-01]', async () => {
    await endAgainAndAgain(await install(engine), server => server.end())
  })

  test('SIGTERM under 16 writers: all acknowledged writes are kept, and the process exits with 0 in time [D-17]', async () => {
    await endAgainAndAgain(await install(engine), async server => {
      const start = performance.now()
      const { code } = await server.end('SIGTERM')
      expect(code, server.output().slice(-500)).toBe(0)
      // Ten seconds for pending requests, plus one.
      expect(performance.now() - start).toBeLessThan(11_000)
    })
  })

  test('an unhandled error under 16 writers: the process logs one line and exits with an error status, and no acknowledged write is lost [D-18]', async () => {
    const { code, output } = await endByItself(engine, ['--import', fileOf('unhandled-rejection.ts')])
    expect(code, output.slice(-500)).toBe(1)
    // In pino, level 60 is fatal.
    expect(JSON.parse(output.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      level: 60,
      msg: 'stopped by an uncaught error',
      err: { message: 'a promise that nobody waits for' },
    })
  })

  test('a leak under 16 writers: the server ends with a reason and an error status, and no acknowledged write is lost [D-18]', async () => {
    const flags = ['--max-old-space-size=96', '--import', fileOf('leak.ts')]
    const { code, signal, output } = await endByItself(engine, flags)
    expect(signal ?? code).not.toBe(0)
    // V8's own message, or that of a library that allocates memory itself.
    expect(output).toMatch(/FATAL ERROR|# Fatal|memory allocation of \d+ bytes failed/)
  })
})

const fileOf = (name: string) => new URL(name, import.meta.url).href

/** Tells a server under 16 writers to do what ends it. No acknowledged write is lost, and it starts again. */
async function endByItself(engine: Engine, flags: string[]) {
  const installation = await install(engine)
  const { load, server, writing } = await serveUnderLoad(installation, { flags })
  await setTimeout(1_000)
  const ended = await server.end('SIGUSR2')
  await writing.stop()
  await (await startServer(installation)).end()
  await expectKept(installation, load)
  return { ...ended, output: server.output() }
}

async function endAgainAndAgain(installation: Installation, stop: (server: Server) => Promise<unknown>) {
  const load = await loadFor(installation)
  let server = await startServer(installation)
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    const before = load.ledger.acknowledged
    const writing = startWriting(load, [server.origin])
    await setTimeout(200 + (1_500 * (cycle + 0.5)) / cycles)
    // On a busy machine the first of many writes may take longer, and there must be something to lose.
    expect(await within(15, () => load.ledger.acknowledged > before + 16)).toBe(true)
    await stop(server)
    await writing.stop()
    // The server starts before any other process opens the database.
    server = await startServer(installation)
    expect(server.seconds).toBeLessThan(startsWithin)
    await expectKept(installation, load)
  }
}
