import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { compileCache } from './compile-cache.ts'

/** Runs a command as an operator would on the command line: `runCommand('restore', ['backup.zip'], { DATA_DIR })`. */
export async function runCommand(name: string, args: string[], environment: Record<string, string>) {
  const script = fileURLToPath(new URL(`../../../app/commands/${name}.ts`, import.meta.url))
  const child = spawn(process.execPath, [script, ...args], {
    // In its own folder, so that the developer's .env is not read.
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
