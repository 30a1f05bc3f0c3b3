import { parseUrl } from './parse-url.ts'

/** Whether data sent there can't be read or changed on the way: https, or http on this machine itself. */
export function isSecureAddress(address: string): boolean {
  const url = parseUrl(address)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Whether a host name, as in a URL, is this machine itself. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
