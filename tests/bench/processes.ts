import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../scripts/server-settings.ts'
import type { Usage } from './usage.ts'

export type Running = {
  origin: string
  /** Milliseconds from the start of the process until it listened. */
  readyMs: number
  usage: () => Promise<Usage>
  stop: () => Promise<void>
}

/** Starts a script of this folder that prints its address once it listens. */
export async function start(
  script: string,
  options: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Running> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const began = performance.now()
  const server = fork(path, options.args ?? [], {
    env: { ...process.env, ...serverEnvironment, ...options.env },
    execArgv: serverFlags,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  if (!server.stdout) throw new Error(`${script} has no output`)
  const ended = once(server, 'exit')
  const first = await Promise.race([once(server.stdout, 'data'), ended.then(() => null)])
  if (!first) throw new Error(`${script} ended before it listened`)
  return {
    origin: String(first[0]).trim(),
    readyMs: performance.now() - began,
    usage: async () => {
      const reply = once(server, 'message')
      server.send('usage')
      return (await reply)[0] as Usage
    },
    stop: async () => {
      server.kill()
      await ended
    },
  }
}
