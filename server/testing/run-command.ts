import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'

/** Runs a command of the command line as a person would: `runCommand('restore', ['backup.zip'], { DATA_DIR })`. */
export async function runCommand(name: string, args: string[], environment: Record<string, string>) {
  const script = fileURLToPath(new URL(`../commands/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], {
    // Its own folder, so that no .env of a developer is read.
    cwd: environment.DATA_DIR,
    env: { PATH: process.env.PATH, ...compileCache, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, [code]] = await Promise.all([
    Promise.all([text(child.stdout), text(child.stderr)]),
    once(child, 'exit'),
  ])
  return { code: code as number | null, output: output.join('') }
}
