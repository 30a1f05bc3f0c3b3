import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { styleText } from 'node:util'
import { onOrphaned } from '#app/on-orphaned.ts'
import { optionsOf } from './options.ts'

optionsOf({})

const web = 'http://127.0.0.1:5173'
const port = process.env.PORT ?? '3000'

const children = [
  start('server', 'cyan', 'node', ['--watch', '--watch-preserve-output', 'app/main.ts'], {
    PORT: port,
    // The browser talks to Vite, so links and the origin check must use Vite's address.
    APP_URL: process.env.APP_URL ?? web,
  }),
  start('web', 'magenta', 'vite', ['--port', '5173', '--strictPort'], {
    API_ORIGIN: `http://127.0.0.1:${port}`,
  }),
]

let isEnding = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, endAll)
onOrphaned(endAll)
for (const child of children) child.once('exit', endAll)

function start(
  name: string,
  color: 'cyan' | 'magenta',
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv,
) {
  // In its own process group, so that it gets one signal on Ctrl-C: from this script, not also from the terminal.
  const child = spawn(command, args, {
    detached: true,
    env: { FORCE_COLOR: process.stdout.isTTY ? '1' : '0', ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', line =>
      console.log(`${styleText(color, name.padEnd(6))} ${line}`),
    )
  }
  return child
}

function endAll(): void {
  // Never signal twice: a second signal makes the server abandon requests in flight.
  if (isEnding) return
  isEnding = true
  for (const child of children) child.kill('SIGTERM')
}
