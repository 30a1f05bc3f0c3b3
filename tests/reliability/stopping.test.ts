import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#features/backups/contract.ts'
import { listBackupFiles } from '#features/backups/server/backup-files.ts'
import { type Server, startServer, withDeps } from '#tests/support/backups/installation.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import { type Operation, operations } from './crashes/crash-operations.ts'
import { expectSafetyBackup, stateOf, stateOfCopy } from './crashes/crash-states.ts'
import { call, signIn } from './support/client.ts'
import { engines, expectKept, install, loadFor, startWriting, withCopy } from './support/harness.ts'

/* The process is told to stop during a restore, and while another process takes over. */

describe.each(engines)('%s', engine => {
  test('SIGTERM in the middle of a restore: it is completed or rolled back, and the list of restores says which [D-17 T-97]', async () => {
    const [restore] = operations as [Operation]
    const before = await restore.prepare(engine)
    const { root, filename } = await withDeps(before, async deps => ({
      root: await signIn(deps, await peopleOf(deps).primary()),
      filename: (await listBackupFiles(deps.config))[0]?.filename ?? '',
    }))
    const initial = await stateOfCopy(restore, before)
    let whole = 1_000
    const turns = 5
    for (let turn = 0; turn < turns; turn += 1) {
      await withCopy(before, async copy => {
        const server = await startServer(copy)
        const start = performance.now()
        const restoring = call(server.origin, root, restoreBackup, { params: { filename } }).catch(() => null)
        // The first turn measures how long a restore takes; the others stop it at different moments.
        if (turn === 0) await restoring
        else await setTimeout(((turn - 0.5) / (turns - 1)) * whole)
        if (turn === 0) whole = performance.now() - start
        const stopping = performance.now()
        const { code } = await server.end('SIGTERM')
        expect(code, server.output().slice(-3_000)).toBe(0)
        expect(performance.now() - stopping).toBeLessThan(16_000)
        const { isReportedDone, rows } = await stateOf(restore, copy)
        expect(isReportedDone).toBe(rows !== initial.rows)
        if ((await restoring)?.status === 200) expect(isReportedDone).toBe(true)
        await expectSafetyBackup(copy, initial)
      })
    }
  })

  test('a rolling restart of two processes behind a proxy under 16 writers: no request fails [D-14 D-17]', async () => {
    const installation = await install(engine)
    const load = await loadFor(installation)
    const running = [await startServer(installation), await startServer(installation)]
    const proxy = await startProxy(() => running.map(({ origin }) => origin))
    const { seen, stop } = startWriting(load, [proxy], true)
    for (let turn = 0; turn < 3; turn += 1) {
      await setTimeout(1_000)
      const [old, other] = running as [Server, Server]
      const start = performance.now()
      expect((await old.end('SIGTERM')).code, old.output().slice(-500)).toBe(0)
      expect(performance.now() - start).toBeLessThan(11_000)
      running.splice(0, 2, other, await startServer(installation))
    }
    const before = load.ledger.acknowledged
    await setTimeout(1_000)
    await stop()
    expect(load.ledger.acknowledged).toBeGreaterThan(before)
    expect(seen.failed).toEqual([])
    await expectKept(installation, load)
  })
})

/**
 * A proxy that retries if there was no response. This is only correct if the server always answers what it has begun to
 * process: otherwise the retry of a completed write would be rejected or done twice.
 */
async function startProxy(origins: () => string[]): Promise<string> {
  let turn = 0
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    turn += 1
    const own = turn
    const attempt = (left: number): void => {
      const candidates = origins()
      const origin = candidates[(own + left) % candidates.length] ?? ''
      const { method, url, headers } = incoming
      // A new connection for each request, because a reused one may be closed just as a request is sent.
      const onward = httpRequest(origin + url, { method, headers, agent: false }, reply => {
        outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
        reply.pipe(outgoing)
      })
      onward.on('error', (error: NodeJS.ErrnoException) => {
        if (/^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(error.code ?? '') && left > 0) attempt(left - 1)
        else outgoing.writeHead(502).end(JSON.stringify({ message: `${error.code} of ${origin}` }))
      })
      onward.end(body)
    }
    attempt(3)
  }).listen(0, '127.0.0.1')
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
