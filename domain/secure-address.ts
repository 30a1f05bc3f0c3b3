import { parseUrl } from './parse-url.ts'

/** Whether nobody on the way can read or change what is sent there: https, or http on this machine itself. */
export function isSecureAddress(address: string): boolean {
  const url = parseUrl(address)
  if (!url) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
}
