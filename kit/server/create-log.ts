import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { megabytes } from '#kit/rules/units.ts'
import type { Config } from './config/config.ts'

/** The log of the process: one line of JSON per event, without secrets or email addresses. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, redact, serializers: { err: describeError } }
  const lost = (lines: number, reason: string) =>
    log.warn(`lines of the log that could not be written (${reason}): ${lines}`)
  const log = pino(options, destination ?? logOutput(lost))
  return log
}

// At level trace, the multipart parser (busboy) logs the headers that it was given.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'busboyOptions.headers',
]

/**
 * Only the fields that explain an error. Drivers add others that contain user data, such as PostgreSQL's `detail` and a
 * mail server's `rejected`.
 */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: withoutPersonalData(String(error)) }
  const { code } = error as NodeJS.ErrnoException
  return {
    type: error.name === 'Error' ? error.constructor.name : error.name,
    message: withoutPersonalData(error.message),
    ...(code !== undefined && { code }),
    stack: withoutPersonalData(error.stack ?? ''),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

// A slash before the @ marks the folder of a scoped package in a stack trace, not an email address.
const withoutPersonalData = (text: string) =>
  text
    // The lookbehind allows a match only at the beginning of a word, which keeps the time linear for long words.
    .replaceAll(/(?<![^\s<>"'(),:;])[^\s<>"'(),:;]*[^\s<>"'(),:;/]@[^\s<>"'(),:;]+/g, '[address]')
    .replaceAll(/([?&]token=)[^\s&"'<>]+/g, '$1[token]')

/** How much waits for a slow reader. */
const maxWaiting = megabytes / 4
/** How often what couldn't be written is tried again, besides at every new line. */
const retryInterval = 1_000

/**
 * Standard output, whose trouble must not stop the service: what a slow reader doesn't take yet waits, and what can't
 * be written (a full disk, no reader) is dropped and counted. `onRecovered` logs the count once writing works again.
 */
function logOutput(onRecovered: (lost: number, reason: string) => void): DestinationStream {
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
