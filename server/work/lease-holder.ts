import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** A name for one piece of work of this process, from which others can see whether the process still runs. */
export const newHolder = (): string => [place, process.pid, thisProcess, randomUUID()].join(' ')

/** Whether the process that holds something has certainly ended. Of one elsewhere nobody can say. */
export function hasEnded(holder: string): boolean {
  const [where, pid, which] = holder.split(' ')
  if (where !== place || which === undefined) return false
  if (Number(pid) === process.pid) return which !== thisProcess
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const thisProcess = randomUUID()

// Where process numbers mean the same: this start of this machine, and of its containers this one.
const place = findPlace()

function findPlace(): string {
  try {
    const machine = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${machine}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
