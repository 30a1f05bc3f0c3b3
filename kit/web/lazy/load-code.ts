/** The code can’t be loaded right now: only trying again later helps. */
export class CodeUnreachable extends Error {}

/** In milliseconds: how long to wait before each further attempt. */
const retryDelays = [300, 1_000]
const fetched = new Map<string, Promise<string>>()

/**
 * Imports code like `load`, a function that contains a dynamic import, but first fetches its files, with retries: in
 * most browsers, a module that failed to load once fails forever. The import then finds the files in the browser's cache.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  if (import.meta.env.PROD) {
    const files = importsIn(String(load), /\bimport\s*\(\s*/g, import.meta.url)
    await Promise.all(files.map(file => fetchCode(file, new Set())))
  }
  return load()
}

/** Fetches a file and all that it imports; `visited` ends the walk where files import each other. */
async function fetchCode(address: string, visited: Set<string>): Promise<void> {
  if (visited.has(address)) return
  visited.add(address)
  const known = fetched.get(address)
  if (!known && isNamedByPage(address)) return
  const fetching = known ?? fetchWithRetries(address)
  fetched.set(address, fetching)
  fetching.catch(() => fetched.delete(address))
  const imports = importsIn(await fetching, /\b(?:from|import)\s*/g, address)
  await Promise.all(imports.map(imported => fetchCode(imported, visited)))
}

/** The addresses of the built files that follow a keyword in the code. */
export function importsIn(code: string, keyword: RegExp, base: string): string[] {
  const file = new RegExp(`${keyword.source}["'\`](\\.{1,2}/[^"'\`]+\\.js)["'\`]`, 'g')
  return [...new Set([...code.matchAll(file)].map(([, path = '']) => new URL(path, base).href))]
}

/** The first files are already on their way (app/web/boot.ts), and others were when they were imported. */
const isNamedByPage = (address: string) =>
  document.querySelector(`link[rel=modulepreload][href="${new URL(address).pathname}"]`) !== null

async function fetchWithRetries(address: string, attempt = 0): Promise<string> {
  const reply = await fetch(address).catch(() => undefined)
  // Files of an earlier release no longer exist: the import fails at once, and the page is reloaded.
  if (reply?.status === 404) return ''
  const isCode = reply?.ok && reply.headers.get('content-type')?.includes('javascript')
  const code = isCode ? await reply.text().catch(() => undefined) : undefined
  if (code !== undefined) return code
  const delay = retryDelays[attempt]
  if (delay === undefined) throw new CodeUnreachable(`${address} can't be fetched`)
  await new Promise(resolve => setTimeout(resolve, delay))
  return fetchWithRetries(address, attempt + 1)
}
