import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether the client that sent these headers already has this version (RFC 9110, 13.1.2). Proxies that compress mark it
 * as weak (nginx) or add the encoding to it (Apache, Caddy).
 */
export const matchesEtag = (headers: IncomingHttpHeaders, etag: string): boolean =>
  headers['if-none-match']?.split(',').some(known => core(known) === core(etag)) ?? false

const core = (etag: string) =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(gzip|br|zstd)"$/, '"')
