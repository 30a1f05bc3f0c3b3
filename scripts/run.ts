import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface RunOptions {
  env?: NodeJS.ProcessEnv
  /** In seconds; what runs longer is ended and counts as failed. */
  limit?: number
}

/** Runs a program with our input and output; returns its exit code, 1 when a signal or the limit ended it. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<number> {
  const { env = {}, limit = 600 } = options
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
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
