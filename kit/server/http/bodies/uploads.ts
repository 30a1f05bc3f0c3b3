import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { isDiskFull, isFileForbidden } from '#kit/server/database/drivers/dialect.ts'
import { HttpError, invalid } from '#kit/server/http/errors.ts'
import { requireSpace } from '#kit/server/http/limits/free-space.ts'
import { makeFolder } from '#kit/server/make-folder.ts'
import { readWithin, withinLimit } from '#kit/server/within-limit.ts'
import { stopBodyTimer } from './body-time.ts'

export type Upload = NonNullable<Endpoint['upload']>

/** How long, in milliseconds, an upload may send nothing before it is aborted. */
const idleTimeout = 15_000

/**
 * Accepts multipart forms. Only the calls that take an upload read
 * them; large files are kept in the folder during the request.
 */
export async function acceptUploads(app: FastifyInstance, folder: string): Promise<void> {
  app.decorate('uploadFolder', folder)
  const removeFiles = async ({ uploadedPaths = [] }: FastifyRequest) => {
    // Where it can’t be removed, it couldn’t be written either, and the reply says so.
    for (const path of uploadedPaths) await rm(path, { force: true }).catch(() => undefined)
  }
  // Before the reply, and also if none could be sent.
  app.addHook('onSend', removeFiles)
  app.addHook('onResponse', removeFiles)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { files: 1, fields: 5, parts: 6, fieldSize: 16_384, headerPairs: 20 },
  })
}

/** A file that was uploaded to the disk. It is deleted with the request, unless the handler has moved it. */
export type UploadedFile = { path: string; size: number }

/** Reads a form into the request's body: its text fields as text, and its one file as a Buffer or an UploadedFile. */
export async function receiveUpload(request: FastifyRequest, upload: Upload): Promise<void> {
  if (!request.isMultipart()) throw new HttpError(415, 'The file must be sent as a multipart form')
  const announced = Number(request.headers['content-length'] ?? 0)
  await requireSpace(request.server.uploadFolder, Math.min(announced, upload.maxBytes))
  stopBodyTimer(request)
  const stalled = new Promise<never>((_, reject) =>
    request.raw.setTimeout(idleTimeout, () =>
      reject(new HttpError(408, 'The upload did not arrive in time')),
    ),
  )
  const done = new AbortController()
  try {
    request.body = await Promise.race([readForm(request, upload, done.signal), stalled])
  } catch (error) {
    throw error instanceof HttpError || isDiskFull(error) || isFileForbidden(error)
      ? error
      : unreadable(error)
  } finally {
    // Closes a file that will never be complete.
    done.abort()
    // The socket may be gone by now, whatever its type says.
    const { socket }: { socket: Socket | null } = request.raw
    socket?.setTimeout(0)
    // Drops the rest of a rejected form, because the client reads the rejection only after sending everything.
    request.raw.unpipe()
    request.raw.resume()
  }
}

async function readForm(
  request: FastifyRequest,
  upload: Upload,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const form = new Map<string, unknown>()
  const limits = { fileSize: upload.maxBytes + 1 }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw invalid(part.fieldname, 'The text is too long')
      form.set(part.fieldname, part.value)
    } else {
      if (part.fieldname !== upload.field)
        throw invalid(upload.field, `The file must be in the field ${upload.field}`)
      const file = await (upload.toDisk
        ? saveFile(request, part.file, { upload, signal })
        : readWithin(part.file, upload.maxBytes, () => tooLarge(upload)))
      const size = Buffer.isBuffer(file) ? file.length : file.size
      if (size === 0) throw invalid(upload.field, 'The file is empty')
      form.set(upload.field, file)
    }
  }
  const file = form.get(upload.field)
  if (typeof file !== 'object') throw invalid(upload.field, upload.missing ?? 'No file selected')
  return Object.fromEntries(form)
}

async function saveFile(
  request: FastifyRequest,
  stream: Readable,
  { upload, signal }: { upload: Upload; signal: AbortSignal },
): Promise<UploadedFile> {
  const folder = request.server.uploadFolder
  await makeFolder(folder)
  const path = join(folder, `.upload-${randomUUID()}`)
  request.uploadedPaths = [...(request.uploadedPaths ?? []), path]
  const chunks = withinLimit<Buffer>(stream, upload.maxBytes, () => tooLarge(upload))
  const file = createWriteStream(path, { mode: 0o600, flush: true })
  await pipeline(chunks, file, { signal })
  return { path, size: file.bytesWritten }
}

const tooLarge = ({ tooLarge: message }: Upload) => new HttpError(413, message)

function unreadable(error: unknown): HttpError {
  const hasTooMuch = error instanceof Error && 'statusCode' in error && error.statusCode === 413
  return hasTooMuch
    ? new HttpError(413, 'The form has too many parts')
    : new HttpError(400, 'The form could not be read')
}

declare module 'fastify' {
  interface FastifyRequest {
    uploadedPaths?: string[]
  }
  interface FastifyInstance {
    uploadFolder: string
  }
}
