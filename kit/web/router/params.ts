/** What an address says, in plain texts (?restaurant=12&q=tacos), not JSON. */
export type Search = { readonly [name: string]: string | undefined }

/** Values for an address; undefined ones leave it. */
export type Part = { readonly [name: string]: string | number | boolean | readonly string[] | undefined }

/** How one parameter of an address is read. What it doesn't accept counts as absent. */
export type Param<T> = (text: string) => T | undefined
export type Params = { readonly [name: string]: Param<unknown> }
export type Values<P extends Params> = { [name in keyof P]?: NonNullable<ReturnType<P[name]>> }

export const parseQuery = (query: string): Search => Object.fromEntries(new URLSearchParams(query))

/**
 * The query with its question mark; `parseQuery` and these rules read it back. A list is separated by commas, true is 1;
 * what is undefined, empty or false is left out.
 */
export function formatQuery(part: Part): string {
  const texts = Object.entries(part).map(([name, value]) => [
    name,
    value === true ? '1' : String(value || ''),
  ])
  const query = new URLSearchParams(texts.filter(([, text]) => text !== '')).toString()
  return query && `?${query}`
}

/** What an address says by these rules. */
export function readParams<P extends Params>(params: P, search: Search): Values<P> {
  const values: Record<string, unknown> = {}
  for (const [name, param] of Object.entries(params)) {
    const text = search[name]
    const value = text && param(text)
    if (value) values[name] = value
  }
  return values as Values<P>
}

const text =
  (maxLength = Number.POSITIVE_INFINITY): Param<string> =>
  text =>
    text.trim() === '' ? undefined : text.slice(0, maxLength)

const whole =
  (min: number, max: number): Param<number> =>
  text =>
    Number.isInteger(Number(text)) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined

const id: Param<number> = text => (/^[1-9]\d{0,9}$/.test(text) ? whole(1, 2_147_483_647)(text) : undefined)

const flag: Param<true> = text => text === '1' || undefined

const oneOf =
  <T extends string>(known: readonly T[]): Param<T> =>
  text =>
    known.find(name => name === text)

/** Several, in the order of `known`. */
const someOf =
  <T extends string>(known: readonly T[]): Param<T[]> =>
  text => {
    const asked = text.split(',')
    const found = known.filter(name => asked.includes(name))
    return found.length > 0 ? found : undefined
  }

export const param = { text, whole, id, flag, oneOf, someOf }
