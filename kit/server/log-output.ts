import { writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'
import { megabytes } from '#kit/rules/units.ts'

/** How much waits for a slow reader. */
const maxWaiting = megabytes / 4
/** How often what couldn't be written is tried again, besides at every new line. */
const retryInterval = 1_000

/**
 * Standard output, whose trouble must not stop the service: what a slow reader doesn't take yet waits, and what can't
 * be written (a full disk, no reader) is dropped and counted. `onRecovered` logs the count once writing works again.
 */
export function logOutput(onRecovered: (lost: number, reason: string) => void): DestinationStream {
  // Node makes a pipe report that it is full; by default, writing stops the process until someone reads.
  const { fd } = process.stdout
  for (const stream of [process.stdout, process.stderr])
    if (stream.listenerCount('error') === 0) stream.on('error', () => undefined)
  const waiting: Buffer[] = []
  let [size, lost, reason, isCut] = [0, 0, '', false]
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    try {
      for (let line = waiting[0]; line; line = waiting[0]) {
        const written = writeSync(fd, line)
        size -= written
        isCut = written < line.length
        if (isCut) waiting[0] = line.subarray(written)
        else waiting.shift()
      }
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // The rest of a line that is half written still belongs there.
      if (code !== 'EAGAIN') for (const line of waiting.splice(isCut ? 1 : 0)) drop(line, code)
      timer = setTimeout(flush, retryInterval).unref()
      process.off('exit', flush).once('exit', flush)
      return
    }
    if (lost === 0) return
    const before = lost
    lost = 0
    onRecovered(before, reason)
    // If this line was lost, too, it is said with the next ones.
    if (lost > 0) lost += before - 1
  }
  const drop = (line: Buffer, why: string) => {
    size -= line.length
    lost += 1
    reason = why
  }
  return {
    write: text => {
      const line = Buffer.from(text)
      size += line.length
      if (size > maxWaiting) drop(line, 'nobody reads them')
      else waiting.push(line)
      clearTimeout(timer)
      flush()
    },
  }
}
