import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from './config.ts'

/** The log of the process: one line of JSON for each event, without secrets and without anybody's address. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options = { level, redact, serializers: { err: describeError } }
  return destination ? pino(options, destination) : pino(options)
}

// At level trace the parser of forms shows the headers that it was given.
const redact = [
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
  'busboyOptions.headers',
]

/**
 * What explains an error, and nothing else of it: the fields that drivers hang on theirs (PostgreSQL's `detail`, a mail
 * server's `rejected`) hold what people wrote.
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

// A slash before the @ is the folder of a package in a stack.
const withoutPersonalData = (text: string) =>
  text
    // Tried at the beginning of each word only, so that a long one takes no longer than many short ones.
    .replaceAll(/(?<![^\s<>"'(),:;])[^\s<>"'(),:;]*[^\s<>"'(),:;/]@[^\s<>"'(),:;]+/g, '[address]')
    .replaceAll(/([?&]token=)[^\s&"'<>]+/g, '$1[token]')
