import { execFile, execFileSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test } from 'vitest'
import { cleanUpAfterTests } from '#tests/support/clean-up.ts'
import { type LaunchOptions, launch, listensOn, printedBy } from '#tests/support/processes/launch.ts'

export function isOnPath(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The folder of the repository. */
export const root = fileURLToPath(new URL('../../', import.meta.url))

/** Tests that need something. Where that is missing, they are left out, and it is said what isn't known then. */
export function testWhere(isThere: boolean, otherwise: string) {
  if (!isThere) console.warn(`${otherwise}\n`)
  return test.runIf(isThere)
}

/** Runs a program to its end. */
export async function run(
  program: string,
  args: string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
) {
  return promisify(execFile)(program, args, { cwd: root, maxBuffer: 1 << 26, ...options })
}

/** Runs a program that may fail, and returns its exit code with everything that it printed. */
export const outcome = (...given: Parameters<typeof run>) =>
  run(...given).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )

/** Installs tools that are heavy and have a lock file of their own, if this one of them isn't there. */
export async function installTools(folder: string, one: string): Promise<void> {
  try {
    createRequire(join(folder, 'package.json')).resolve(one)
  } catch {
    await run('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: folder })
  }
}

/** Starts a program that serves this port, with its group: nginx's workers outlive their master. */
export async function startProgram(port: number, command: string[], options: LaunchOptions = {}) {
  const program = launch(command, { ...options, hasChildren: true })
  await listensOn(program, port)
  return program
}

/** Starts a screen that no one sees, and returns its name. It is ended gently, so that it removes its lock file. */
export async function startScreen({ width, height }: { width: number; height: number }): Promise<string> {
  const command = `Xvfb -displayfd 1 -nolisten tcp -screen 0 ${width}x${height}x24`.split(' ')
  const screen = launch(command)
  cleanUpAfterTests(async () => void (await screen.end('SIGTERM')))
  return `:${await printedBy(screen, /^(\d+)$/m)}`
}

/** Why a step failed: the program hangs, which says nothing about what is tested with it. */
export const hungMessage = 'The program stopped replying'

/** Ends a program that doesn't reply for a minute. */
export async function failIfHanging<T>(reply: Promise<T>, end: () => void): Promise<T> {
  const hasReplied = new AbortController()
  const giveUp = setTimeout(60_000, null, { signal: hasReplied.signal }).then((): never => {
    end()
    throw new Error(hungMessage)
  })
  return Promise.race([reply, giveUp]).finally(() => hasReplied.abort())
}
