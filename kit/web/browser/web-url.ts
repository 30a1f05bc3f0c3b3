import { parseUrl } from '#kit/rules/addresses/parse-url.ts'

/** A URL that is safe to link to; null for anything but plain http and https. */
export function safeWebUrl(text: string | null): string | null {
  const url = text === null ? null : parseUrl(text)
  if (!url) return null
  const isPlain = /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  return isPlain ? url.href : null
}

/** For display: the host without its `www.`. */
export function shortWebUrl(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

/** A map service's page for a place. Nothing is requested from it until the link is followed. */
export function mapUrl(place: { name: string; address: string }): string {
  const query = encodeURIComponent(`${place.name}, ${place.address}`)
  return `https://www.google.com/maps/search/?api=1&query=${query}`
}

/** The same service's way to a place from where the user is. Its name alone where there is no address any more. */
export function directionsUrl({ name, address }: { name: string; address: string | null }): string {
  const destination = encodeURIComponent(address === null ? name : `${name}, ${address}`)
  return `https://www.google.com/maps/dir/?api=1&destination=${destination}`
}

/**
 * A link that calls the first phone number in a text; null if there is none. An extension is dialed after the
 * call is answered (RFC 3966, section 3).
 */
export function phoneUrl(text: string): string | null {
  const [first = ''] = text.normalize('NFKC').split(/[;,|]|\s\/\s|\bor\b/i)
  const [number = '', extension] = first.split(/(?<![a-z])(?:ext(?:ension)?\.?|x|#)\s*(\d+)/i)
  const digits = number.replace(/[^\d+]/g, '')
  if (!/\d/.test(digits)) return null
  return extension ? `tel:${digits};ext=${extension}` : `tel:${digits}`
}
