import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * A unique name for one piece of work of this process. Other
 * processes can tell from it whether this one is still running.
 */
export const newHolder = (): string => [pidScope, process.pid, thisProcess, randomUUID()].join(' ')

/** Whether the process that holds something has certainly ended; false if it runs elsewhere, where that is unknown. */
export function hasEnded(holder: string): boolean {
  const [scope, pid, which] = holder.split(' ')
  if (scope !== pidScope || which === undefined) return false
  if (Number(pid) === process.pid) return which !== thisProcess
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

const thisProcess = randomUUID()

// Process ids are comparable only here: since the last boot of this machine, and within this container.
const pidScope = findPidScope()

function findPidScope(): string {
  try {
    const machine = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${machine}/${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return hostname()
  }
}
