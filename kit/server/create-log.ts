import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config/config.ts'
import { logOutput } from './log-output.ts'

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
