type ParsedUrl = {
  protocol: string
  origin: string
  hostname: string
  pathname: string
  search: string
  hash: string
}

/** The parser that Node and browsers share, with every way to write a host that it knows; null where it is no address. */
export function parseUrl(text: string, base?: string): ParsedUrl | null {
  const { URL } = globalThis as unknown as {
    URL: { parse: (text: string, base?: string) => ParsedUrl | null }
  }
  return URL.parse(text, base)
}
