import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Engine } from '#kit/server/database/drivers/dialect.ts'
import { startServer } from '#tests/support/backups/installation.ts'
import { engines, expectKept, install, serveUnderLoad, within } from './support/harness.ts'

/* A server that is killed, or that ends by itself, while sixteen writers are at work. */

// Each end comes at another moment, so more of them find more.
const cycles = process.env.EVERYTHING ? 3 : 1

describe.each(engines)('%s', engine => {
  test('kill -9 under 16 writers: no acknowledged write is lost, duplicated or half done [D-01]', async () => {
    for (let cycle = 0; cycle < cycles; cycle += 1) await endUnderLoad(engine, 'SIGKILL')
  })

  test('an unhandled error under 16 writers: the process logs one line and exits with an error status, and no acknowledged write is lost [D-18]', async () => {
    const flags = ['--import', fileOf('unhandled-rejection.ts')]
    const { code, output } = await endUnderLoad(engine, 'SIGUSR2', flags)
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
    const { code, signal, output } = await endUnderLoad(engine, 'SIGUSR2', flags)
    expect(signal ?? code).not.toBe(0)
    // V8's own message, or that of a library that allocates memory itself.
    expect(output).toMatch(/FATAL ERROR|# Fatal|memory allocation of \d+ bytes failed/)
  })
})

const fileOf = (name: string) => new URL(name, import.meta.url).href

/** Ends a server under 16 writers by a signal. No acknowledged write is lost, and it starts again without more ado. */
async function endUnderLoad(engine: Engine, by: NodeJS.Signals, flags: string[] = []) {
  const installation = await install(engine)
  const { load, server, writing } = await serveUnderLoad(installation, { flags })
  await setTimeout(1_000)
  // On a busy machine the first of many writes may take longer, and there must be something to lose.
  expect(await within(15, () => load.ledger.acknowledged > 16)).toBe(true)
  const ended = await server.end(by)
  await writing.stop()
  // The server starts before any other process opens the database.
  await (await startServer(installation)).end()
  await expectKept(installation, load)
  return { ...ended, output: server.output() }
}
