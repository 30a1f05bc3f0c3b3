/** `npm start` and, with --demo, `npm run demo`: builds the web application if needed, then becomes the server. */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { onOrphaned } from '#app/on-orphaned.ts'
import { serverEnvironment, serverFlags } from './server-settings.ts'

const main = fileURLToPath(new URL('../app/main.ts', import.meta.url))
const args = process.argv.slice(2)
const isDemo = args[0] === '--demo'

// Output that no one takes, such as that of a build into a full log, is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
const ignoreParent = onOrphaned(() => process.exit(130))
// The container image contains the built application, and nothing to build it from.
if (existsSync('vite.config.ts')) {
  const { buildIfChanged } = await import('./build.ts')
  if (!(await buildIfChanged())) process.exit(1)
}
if (isDemo) {
  process.env.DATA_DIR = './data-demo'
  await import('./demo.ts')
}
ignoreParent()

Object.assign(process.env, { ...serverEnvironment, ...process.env })
// Replaced rather than spawned, so that signals, the process id and the exit code are the server's, and the memory of
// the build is free again. Windows can't do that, and a socket from systemd would be closed.
if (process.execve && process.platform !== 'win32' && process.env.LISTEN_FDS === undefined)
  process.execve(
    process.execPath,
    [process.execPath, ...serverFlags, main, ...args.slice(isDemo ? 1 : 0)],
    process.env as Record<string, string>,
  )
process.argv.splice(2, isDemo ? 1 : 0)
await import('#app/main.ts')
