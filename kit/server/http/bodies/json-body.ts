import type { FastifyInstance } from 'fastify'
import { HttpError, invalid, notStorable } from '#kit/server/http/errors.ts'

/** Reads JSON bodies. What can't be stored as it was sent is rejected, rather than stored as something else. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      return done(new HttpError(415, `A body can’t be compressed (Content-Encoding: ${encoding})`))
    const text = decode(bytes)
    if (text === undefined) return done(notStorable())
    void parse(request, text, (error, body) => {
      // Only an escape can be half of a character.
      const half = error || !/\\ud/i.test(text) ? null : pathOfHalf(body)
      done(half === null ? error : invalid(half, notStorable().message), body)
    })
  })
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** The path of a text with half of a surrogate pair, '\ud83d' without its other half; null if there is none. */
function pathOfHalf(body: unknown): string | null {
  // Without recursion: a body may be nested as deeply as it is long.
  const open: [path: string, value: unknown][] = [['', body]]
  for (const [path, value] of open) {
    if (typeof value === 'string' && !value.isWellFormed()) return path
    if (typeof value !== 'object' || value === null) continue
    for (const [name, field] of Object.entries(value)) {
      const at = (path && `${path}.`) + name.toWellFormed()
      if (!name.isWellFormed()) return at
      open.push([at, field])
    }
  }
  return null
}
