import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** The folder to run in; by default, the current one. */
  cwd?: string
  /** In seconds. A program that runs longer is killed and counts as failed. */
  limit?: number
  /** The file to write the output to; by default, it goes to our own output. */
  outputFile?: string
}

/** Runs a program with our input and output, and returns its exit code: 1 if it was killed by a signal or the limit. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const { env = {}, cwd, limit = 600, outputFile } = options
  const output = outputFile ? openSync(outputFile, 'w') : 'inherit'
  const child = spawn(command, args, {
    cwd,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  })
  if (typeof output === 'number') closeSync(output)
  const end = () => child.kill()
  process.once('exit', end)
  const timer = setTimeout(() => {
    console.error(`\n${command} was still running after ${limit} s and has been ended.`)
    end()
  }, limit * 1000)
  try {
    const [code] = await once(child, 'exit')
    return typeof code === 'number' ? code : 1
  } finally {
    clearTimeout(timer)
    process.off('exit', end)
  }
}
