import type { IncomingHttpHeaders } from 'node:http'

/** Whether these are the headers of a client that has this version already. */
export const hasVersion = (headers: IncomingHttpHeaders, etag: string): boolean =>
  headers['if-none-match']?.split(',').some(known => known.trim() === etag) ?? false
