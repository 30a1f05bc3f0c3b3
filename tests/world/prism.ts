import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { killGroup, runOnExit } from '#server/testing/guard.ts'
import { freePort } from '#server/testing/postgres.ts'
import { description, tools } from './openapi-tools.ts'

type Parameters = Record<string, string | number>
export type Call = { path?: Parameters; query?: Parameters; body?: object; form?: FormData; as?: Person }
/** Who calls: by the cookie of a session and, where the call may be made with one, by the access token. */
type Person = { cookie: string; token?: string }
// biome-ignore lint/suspicious/noExplicitAny: The proxy judges what the reply is.
export type Reply = any

/** Starts Prism, which judges requests and replies by the description, before a server. */
export async function startPrism(origin: string) {
  const port = await freePort()
  const prism = spawn(
    process.execPath,
    [
      join(tools, 'node_modules/@stoplight/prism-cli/dist/index.js'),
      ...['proxy', description, origin, '--errors', '--port', String(port), '--host', '127.0.0.1'],
    ],
    { cwd: tools, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const guard = runOnExit(killGroup, [String(prism.pid)])
  onTestFinished(async () => {
    const ended = once(prism, 'exit')
    if (prism.pid) process.kill(-prism.pid, 'SIGKILL')
    await ended
    guard.kill('SIGKILL')
  })
  let output = ''
  for (const stream of [prism.stdout, prism.stderr])
    stream.on('data', chunk => {
      output += chunk
    })
  await expect.poll(() => output, { timeout: 120_000 }).toContain('is listening')

  const { paths } = JSON.parse(await readFile(description, 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string; security: object[] }>>
  }
  const calls = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => [
        operationId,
        { method: method.toUpperCase(), path, takesToken: security.some(way => 'bearer' in way) },
      ]),
    ),
  )
  /** What Prism objects to. */
  const found: string[] = []
  const refused: Record<string, number> = {}
  const done = new Set<string>()
  const byToken = new Set<string>()

  /** Makes a call by its name. Its reply's body is returned. */
  const call = async (name: string, { path = {}, query, body, form, as }: Call = {}): Promise<Reply> => {
    const { method, path: template, takesToken } = calls.get(name) ?? expect.fail(`There is no ${name}`)
    const isByToken = as?.token !== undefined && takesToken
    if (isByToken) byToken.add(name)
    const headers = new Headers(body && { 'content-type': 'application/json' })
    if (isByToken) headers.set('authorization', `Bearer ${as.token}`)
    else if (as) headers.set('cookie', as.cookie)
    const filled = template.replaceAll(/\{(\w+)\}/g, (_all, key) => encodeURIComponent(path[key] ?? '1'))
    const search = query
      ? `?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`
      : ''
    const response = await fetch(`http://127.0.0.1:${port}${filled}${search}`, {
      method,
      redirect: 'manual',
      headers,
      ...((body || form) && { body: form ?? JSON.stringify(body) }),
    })
    const text = await response.text()
    if (text.includes('stoplight.io/prism/errors')) found.push(`${name}: ${text.slice(0, 900)}`)
    done.add(name)
    if (response.status >= 400) refused[name] = response.status
    else delete refused[name]
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  return {
    call,
    found,
    refused,
    notCalled: () => [...calls.keys()].filter(name => !done.has(name)),
    /** The calls that a token may make, and that weren't made with one. */
    notByToken: () => [...calls].filter(([name, { takesToken }]) => takesToken && !byToken.has(name)),
  }
}
