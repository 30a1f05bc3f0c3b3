/**
 * D-17: the process is told to stop while clients keep connections open, during a restore, and while another
 * process takes over.
 */
import { once } from 'node:events'
import { createServer, request as httpRequest } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { restoreBackup } from '#contract/backups.ts'
import type { Engine } from '#server/database/dialect.ts'
import { listBackupFiles } from '#server/features/backups/backup-files.ts'
import { actualStates, findCorruption } from './actual-states.ts'
import { call, signIn } from './client.ts'
import { operations } from './crash-operations.ts'
import { expectSafetyBackup, stateOf, stateOfCopy } from './crash-states.ts'
import { copyOf, newInstallation, prepare, type Server, startServer, withDeps } from './installation.ts'
import { engines, expectNone, expectThat, needsOf, type Scale, type Scenario } from './scenario.ts'
import { prepareLoad, writeUntil } from './writers.ts'

export const scenarios: Scenario[] = engines.flatMap((engine): Scenario[] => {
  const needs = needsOf(engine)
  return [
    {
      id: 'D-17',
      also: ['T-97'],
      what: 'SIGTERM in the middle of a restore: it is completed or rolled back, and the list of restores says which',
      engine,
      needs,
      isLong: true,
      measure: scale => stopRestores(engine, scale),
    },
    {
      id: 'D-17',
      also: ['D-14'],
      what: 'a rolling restart of two processes behind a proxy under 16 writers: no request fails',
      engine,
      needs,
      isLong: true,
      measure: scale => rollingRestart(engine, scale),
    },
  ]
})

async function stopRestores(engine: Engine, scale: Scale): Promise<string> {
  const [restore] = operations
  if (!restore) throw new Error('There is no restore')
  const before = await restore.prepare(engine, scale)
  try {
    const { root, filename } = await withDeps(before, async deps => {
      const admin = await deps.db
        .selectFrom('users')
        .select('id')
        .where('isPrimaryAdmin', '=', true)
        .executeTakeFirstOrThrow()
      const [backup] = await listBackupFiles(deps.config)
      return { root: await signIn(deps, admin), filename: backup?.filename ?? '' }
    })
    const initial = await stateOfCopy(restore, before)
    const counts = { before: 0, after: 0 }
    let [longest, whole] = [0, 1_000]
    for (let turn = 0; turn < turns; turn += 1) {
      const copy = await copyOf(before)
      const server = await startServer(copy)
      try {
        const start = performance.now()
        const restoring = call(server.origin, root, restoreBackup, { params: { filename } }).catch(() => null)
        // The first turn measures how long a restore takes; the others stop it at different moments.
        if (turn === 0) await restoring
        else await setTimeout(((turn - 0.5) / (turns - 1)) * whole)
        if (turn === 0) whole = performance.now() - start
        const stopping = performance.now()
        server.kill('SIGTERM')
        const { code } = await server.ended
        longest = Math.max(longest, (performance.now() - stopping) / 1000)
        expectThat(code === 0, `it ended with ${code}: ${server.output().slice(-500)}`)
        const { isReportedDone, rows } = await stateOf(restore, copy)
        const isDone = (await restoring)?.status === 200
        const isSame = rows === initial.rows
        expectThat(isReportedDone === !isSame, `the list says ${isReportedDone ? 'done' : 'not done'}`)
        expectThat(!isDone || isReportedDone === true, 'it was answered as done, and is not')
        await expectSafetyBackup(copy, initial)
        counts[isSame ? 'before' : 'after'] += 1
      } finally {
        server.kill('SIGKILL')
        await server.ended
        await copy.remove()
      }
    }
    expectThat(longest < 16, `it took ${longest.toFixed(1)} s to end`)
    return `${turns} restores of ${(whole / 1000).toFixed(1)} s, stopped midway: ${counts.after} completed, ${counts.before} rolled back, each listed correctly; slowest exit ${longest.toFixed(1)} s`
  } finally {
    await before.remove()
  }
}

const turns = 7

async function rollingRestart(engine: Engine, scale: Scale): Promise<string> {
  const installation = await newInstallation(engine, scale)
  const running: Server[] = []
  try {
    await prepare(installation)
    const load = await withDeps(installation, prepareLoad)
    for (let i = 0; i < 2; i += 1) running.push(await startServer(installation))
    const proxy = await startProxy(() => running.map(({ origin }) => origin))
    const failures: number[] = []
    let slowest = 0
    const writers = load.writers.map(write => async (origin: string) => {
      const start = performance.now()
      const status = await write(origin)
      slowest = Math.max(slowest, (performance.now() - start) / 1000)
      if (status === 0 || status >= 500) failures.push(status)
      return status
    })
    const stop = new AbortController()
    const writing = writeUntil({ ...load, writers }, [proxy.origin], { signal: stop.signal, isPatient: true })
    // Clients that hold idle connections open.
    const idle: Socket[] = []
    let longest = 0
    for (let turn = 0; turn < replacements; turn += 1) {
      await setTimeout(1_000)
      const [old, other] = running as [Server, Server]
      for (let i = 0; i < 10; i += 1) idle.push(await keepAlive(old.origin))
      const finish = await beginSlowly(old.origin)
      const start = performance.now()
      old.kill('SIGTERM')
      await setTimeout(300)
      failures.push(...(await finish()))
      const { code } = await old.ended
      longest = Math.max(longest, (performance.now() - start) / 1000)
      expectThat(code === 0, `it ended with ${code}: ${old.output().slice(-500)}`)
      running.splice(0, 2, other, await startServer(installation))
    }
    const before = load.ledger.acknowledged
    await setTimeout(500)
    stop.abort()
    await writing
    proxy.close()
    for (const socket of idle) socket.destroy()
    expectThat(load.ledger.acknowledged > before, 'nothing was written any more')
    expectNone(failures.map(status => `a request was answered with ${status}`))
    expectThat(longest < 11, `it took ${longest.toFixed(1)} s to end`)
    await withDeps(installation, async ({ db }) => {
      expectNone([...load.ledger.problems(await actualStates(db)), ...(await findCorruption(db))])
    })
    return `${replacements} replacements: ${load.ledger.acknowledged} writes acknowledged, 0 failed, 0 lost; ${proxy.again()} retried on the other process; slowest reply ${slowest.toFixed(1)} s, slowest exit ${longest.toFixed(1)} s with 10 idle connections`
  } finally {
    for (const server of running) {
      server.kill('SIGKILL')
      await server.ended
    }
    await installation.remove()
  }
}

const replacements = 4

async function keepAlive(origin: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.on('error', () => undefined)
  socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(socket, 'data')
  return socket
}

/** Begins a request and returns a function that sends the rest and reports a wrong response. */
async function beginSlowly(origin: string): Promise<() => Promise<number[]>> {
  const body = JSON.stringify({ email: 'nobody@example.org', password: 'correct horse' })
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/login HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  )
  await once(socket, 'data')
  return async () => {
    const reply = new Promise<string>(resolve => {
      socket.once('data', data => resolve(String(data)))
      socket.once('close', () => resolve(''))
      if (socket.destroyed) resolve('')
    })
    socket.write(body)
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(await reply)?.[1] ?? 0)
    socket.destroy()
    return status === 401 ? [] : [status]
  }
}

/**
 * A proxy that retries if there was no response. This is only correct if the server always answers what it
 * has begun to process: otherwise the retry of a completed write would be rejected or done twice.
 */
async function startProxy(origins: () => string[]) {
  let [turn, again] = [0, 0]
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
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
        if (/^(ECONNREFUSED|ECONNRESET|EPIPE)$/.test(error.code ?? '') && left > 0) {
          again += 1
          attempt(left - 1)
        } else {
          outgoing.writeHead(502).end(JSON.stringify({ message: `${error.code} of ${origin}` }))
        }
      })
      onward.end(body)
    }
    attempt(3)
  }).listen(0, '127.0.0.1')
  server.keepAliveTimeout = 600_000
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    again: () => again,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
