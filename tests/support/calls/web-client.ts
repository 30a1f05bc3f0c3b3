export type WebClient = ReturnType<typeof webClient>

/**
 * A simulated browser that keeps the cookies of each origin and follows redirects one step at a time. `places` maps an
 * origin to the address where its server actually listens.
 */
export function webClient(places: Record<string, string> = {}) {
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }

  async function request(address: string, init: RequestInit = {}): Promise<Response> {
    const { origin, pathname, search } = new URL(address)
    const jar = jarOf(origin)
    const headers = new Headers(init.headers)
    headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch((places[origin] ?? origin) + pathname + search, {
      redirect: 'manual',
      ...init,
      headers,
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0|expires=thu, 01 jan 1970/i.test(line)) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }

  return {
    request,
    cookies: jarOf,
    /** Makes a request, and returns the URL of its redirect. */
    goesTo: async (address: string, init?: RequestInit) => {
      const response = await request(address, init)
      await response.body?.cancel()
      return new URL(response.headers.get('location') ?? '', address).href
    },
  }
}

/** Signs in and gives consent on the provider's own pages, if asked. Returns the URL to which it then redirects. */
export async function signInAt(client: WebClient, address: string, subject: string): Promise<string> {
  const issuer = new URL(address).origin
  let at = address
  for (let step = 0; step < 12; step += 1) {
    if (new URL(at).origin !== issuer) return at
    const response = await client.request(at)
    const next = response.headers.get('location')
    const html = await response.text()
    if (next) at = new URL(next, at).href
    else if (response.status !== 200)
      throw new Error(`The issuer answered ${response.status}: ${html.slice(0, 500)}`)
    else {
      const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1] ?? ''
      const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1] ?? ''
      const body = new URLSearchParams({ prompt, login: subject, password: 'known to the issuer alone' })
      at = await client.goesTo(new URL(action, at).href, { method: 'POST', body })
    }
  }
  throw new Error('The issuer goes round in circles')
}
