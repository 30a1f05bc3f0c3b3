import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './guard.ts'

/** The system calls that change a disk. */
export const writingCalls = [
  ...['pwrite64', 'write', 'fsync', 'fdatasync', 'link', 'unlink', 'rename', 'ftruncate'],
]

export type Trace = {
  /** The command prefix for tracing. The traced process stays our own child. */
  wrapper: string[]
  /** The system calls in order, once the process has ended. */
  calls: () => Promise<SystemCall[]>
  /** The whole log, once the process has ended. */
  log: () => Promise<string>
}

export type SystemCall = { name: string; text: string; thread: number }

/** Traces a process' system calls; `inject` can make a call fail or kill the process. */
export async function newTrace({
  calls,
  inject,
  withData = false,
}: {
  calls: string[]
  inject?: string
  /** Logs all bytes in hexadecimal. */
  withData?: boolean
}): Promise<Trace> {
  const { path, remove } = await temporaryFolder('trace')
  onTestFinished(remove)
  const log = join(path, 'log')
  const faults = inject ? ['-e', `inject=${inject}`] : []
  const texts = withData ? ['-xx', '-s', '1000000'] : ['-s', '24']
  const args = ['-D', '-f', '-q', '-y', ...texts, '-o', log, '-e', `trace=${calls.join(',')}`, ...faults]
  return {
    wrapper: ['strace', ...args],
    calls: async () => parse(await whole(log)),
    log: () => whole(log),
  }
}

// strace ends shortly after the process.
async function whole(log: string): Promise<string> {
  for (let length = -1; ; ) {
    const text = await readFile(log, 'utf8').catch(() => '')
    if (text.length === length) return text
    length = text.length
    await new Promise(resolve => setTimeout(resolve, 100))
  }
}

function parse(log: string): SystemCall[] {
  return log.split('\n').flatMap(line => {
    const [, thread, resumed, called] = /^(\d+) +(?:<\.\.\. (\w+) resumed>|(\w+)\()/.exec(line) ?? []
    const isUnfinished = line.includes('<unfinished ...>')
    // A call interrupted by another thread has two lines: syncs count at the second one, other calls at the
    // first, which has the text.
    const name = resumed ?? called
    if (!thread || !name || (isUnfinished && /sync$/.test(name))) return []
    if (resumed && !/sync$/.test(name)) return []
    return [{ name, text: line, thread: Number(thread) }]
  })
}
