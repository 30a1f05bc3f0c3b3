import type { FastifyInstance } from 'fastify'
import { HttpError, notStorable } from './errors.ts'

/** Reads JSON bodies. What can't be stored as it was sent is rejected, rather than stored as something else. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const encoding = request.headers['content-encoding'] ?? 'identity'
    if (encoding !== 'identity')
      return done(new HttpError(415, `A body can’t be compressed (Content-Encoding: ${encoding})`))
    const text = decode(bytes)
    if (text === undefined || hasHalfCharacter(text)) return done(notStorable())
    void parse(request, text, done)
  })
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether JSON has an escaped half of a surrogate pair: '\ud83d' without its other half. */
function hasHalfCharacter(json: string): boolean {
  const escapes = json.replaceAll(/\\(?:u([0-9a-f]{4})|[^u])/gi, (_, code?: string) =>
    code ? String.fromCharCode(Number.parseInt(code, 16)) : ' ',
  )
  return !escapes.isWellFormed()
}
