import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { serverEnvironment, serverFlags } from '../../scripts/server-settings.ts'
import type { Usage } from './usage.ts'

export type Running = {
  origin: string
  /** Milliseconds from the start of the process until it listened. */
  readyMs: number
  /** What the process has used so far; with 'begin', the lag is measured again from now on. */
  usage: (lag?: 'begin') => Promise<Usage>
  stop: () => Promise<void>
}

/** Starts a script of this folder and waits until it says that it listens. */
export async function start(
  script: string,
  { args = [], env = {} }: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Running> {
  const path = fileURLToPath(new URL(script, import.meta.url))
  const began = performance.now()
  const server = fork(path, args, {
    env: { ...process.env, ...serverEnvironment, ...env },
    execArgv: serverFlags,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const ended = once(server, 'exit')
  const listening = new Promise<string>(resolve => {
    let said = ''
    server.stdout?.on('data', chunk => {
      said += chunk
      const [, origin] = /Server listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(said) ?? []
      if (origin) resolve(origin)
    })
  })
  const origin = await Promise.race([listening, ended.then(() => null)])
  if (!origin) throw new Error(`${script} ended before it listened`)
  return {
    origin,
    readyMs: performance.now() - began,
    usage: async lag => {
      const reply = once(server, 'message')
      server.send(lag ?? 'usage')
      return (await reply)[0] as Usage
    },
    stop: async () => {
      server.kill()
      await ended
    },
  }
}
