import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import { codeOfStatus, type ErrorCode } from '#kit/contract/errors.ts'
import {
  isDiskFull,
  isFileForbidden,
  isForeignKeyViolation,
  isUnavailable,
  isUnstorableText,
} from '#kit/server/database/drivers/dialect.ts'

export type Extra = { code?: ErrorCode; [field: string]: unknown }

/** A rejection with its status, message and code; `extra` fields join them in the body. */
export class HttpError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly extra: Record<string, unknown>

  /** Without a code of its own, it has that of its status. */
  constructor(status: number, message: string, { code = codeOfStatus(status), ...extra }: Extra = {}) {
    super(message)
    this.status = status
    this.code = code
    this.extra = extra
  }
}

/** A 400 for one field, in the same form as the errors of schema validation. */
export const invalid = (path: string, message: string) =>
  new HttpError(400, message, { errors: [{ path, message }] })
export const notSignedIn = () => new HttpError(401, 'Please sign in')
export const forbidden = (message = 'You are not allowed to do this', code: ErrorCode = 'forbidden') =>
  new HttpError(403, message, { code })
export const notFound = (message: string, extra?: Extra) => new HttpError(404, message, extra)
export const conflict = (message: string, extra?: Extra) => new HttpError(409, message, extra)
/**
 * Rejects an edit of another version than the stored one, and returns the current one, rather than silently overwriting
 * it. A client that expects no version overwrites.
 */
export async function rejectOutdated(
  expected: string | null | undefined,
  { updatedAt }: { updatedAt: string | null },
  message: string,
  present: () => unknown,
): Promise<void> {
  if (expected === undefined || expected === updatedAt) return
  throw conflict(message, { code: 'changed_meanwhile', current: await present() })
}

export const tooMany = (seconds: number, message: string) =>
  new HttpError(429, message, { retryAfter: Math.max(1, Math.ceil(seconds)) })
export const busy = (message = 'The server is busy. Please try again in a moment.') =>
  new HttpError(503, message, { retryAfter: 2 })

export const databaseUnavailable = () =>
  new HttpError(503, 'The database is not available right now. Please try again in a moment.', {
    retryAfter: 2,
    code: 'database_unavailable',
  })

export const diskFull = () =>
  new HttpError(
    507,
    'The disk of the server is full, so nothing can be saved. An administrator can free space by deleting old backups.',
  )

const notOurs = (folder: string, what: 'read' | 'written', code = '') =>
  new HttpError(503, `The ${folder} folder can’t be ${what}: ${folderReason(code)}`, {
    code: 'folder_unavailable',
  })

/** What is wrong with a folder, by the code of the error. */
export function folderReason(code = ''): string {
  if (code === 'EROFS') return 'its disk can only be read'
  if (/^(EIO|ENXIO|ENODEV|ENOTCONN|ESTALE)$/.test(code)) return 'its disk has failed or is gone'
  if (/^(ENOTDIR|EEXIST)$/.test(code)) return 'there is a file in its place'
  return 'it must belong to the user that the server runs as'
}

/** For a file or folder below DATA_DIR that someone else owns, or that is on a disk that can only be read. */
export function fileForbidden({
  path,
  code,
  syscall = '',
}: NodeJS.ErrnoException & { path: string }): HttpError {
  const [folder = 'data'] = /(?<=[\\/])(backups|outbox)(?=[\\/]|$)/.exec(path) ?? []
  const isRead = /^(scandir|opendir|l?stat|read|access)$/.test(syscall)
  // Drafts have other names than the backups that are read.
  const isOpenedToRead = syscall === 'open' && /[\\/](backups|[a-z]+-\d[^\\/]*\.(json|zip))$/.test(path)
  return notOurs(folder, isRead || isOpenedToRead ? 'read' : 'written', code)
}

/** Responses every error as `{ message, code, … }`; the details of unexpected errors are only in the log. */
export function handleErrors(app: FastifyInstance): void {
  app.decorateRequest('failure', undefined)
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const rejection = toHttpError(error)
    if (rejection.status >= 500) request.failure = error
    return sendError(reply, rejection)
  })
}

export function sendError(reply: FastifyReply, error: HttpError): FastifyReply {
  const { retryAfter, authenticate, ...extra } = error.extra
  if (authenticate !== undefined) reply.header('www-authenticate', String(authenticate))
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  return reply
    .code(error.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send({ message: error.message, code: error.code, ...extra })
}

function toHttpError(error: FastifyError): HttpError {
  if (error instanceof HttpError) return error
  const known = knownErrors[error.code]
  if (known) return new HttpError(...known)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new HttpError(error.statusCode, 'The request could not be understood')
  }
  if (isDiskFull(error)) return diskFull()
  if (isFileForbidden(error)) return fileForbidden(error)
  if (/^SQLITE_READONLY/.test(error.code)) return notOurs('data', 'written')
  if (isUnavailable(error)) return databaseUnavailable()
  if (isUnstorableText(error)) return notStorable()
  if (isForeignKeyViolation(error)) return conflict('Something that this refers to was just removed')
  return new HttpError(500, 'Internal server error')
}

/** PostgreSQL would reject such a text, and SQLite store another one. */
export const notStorable = () => new HttpError(400, 'The text has characters that can’t be stored')

/** What a schema has found in a request; the first is the message. */
export function invalidRequest({ issues }: z.core.$ZodError): HttpError {
  const errors = issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  return new HttpError(400, errors[0]?.message ?? 'Invalid request', { errors })
}

const knownErrors: Record<string, [number, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: [413, 'The request is too large'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'Only JSON and multipart bodies are accepted'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'A JSON body is required'],
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'The body is not valid JSON'],
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that was answered with a status of 500 or more. */
    failure: unknown
  }
}
