type ParsedUrl = {
  protocol: string
  origin: string
  hostname: string
  pathname: string
  search: string
  hash: string
}

/** The URL parser that Node and browsers share, which knows every way to write a host; null if the text isn't a URL. */
export function parseUrl(text: string, base?: string): ParsedUrl | null {
  const { URL } = globalThis as unknown as {
    URL: { parse: (text: string, base?: string) => ParsedUrl | null }
  }
  return URL.parse(text, base)
}
