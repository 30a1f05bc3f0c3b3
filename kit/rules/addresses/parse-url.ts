type ParsedUrl = {
  protocol: string
  origin: string
  username: string
  password: string
  hostname: string
  href: string
  pathname: string
  search: string
  hash: string
}

/** The URL parser that Node and browsers share, which knows every way to write a host; null if the text isn't a URL. */
export function parseUrl(text: string, base?: string): ParsedUrl | null {
  const { URL } = globalThis as unknown as { URL: new (text: string, base?: string) => ParsedUrl }
  // Our oldest browsers lack URL.parse.
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}
