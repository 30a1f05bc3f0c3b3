import type { IncomingHttpHeaders } from 'node:http'

/** Whether the client that sent these headers already has this version. */
export const matchesEtag = (headers: IncomingHttpHeaders, etag: string): boolean =>
  headers['if-none-match']?.split(',').some(known => known.trim() === etag) ?? false
