import { expect, onTestFinished, test, vi } from 'vitest'
import { ownReplyHeader } from '#kit/contract/own-reply.ts'

const build = { id: 'one', entry: '/assets/index.js', files: ['/assets/index.js', '/assets/home.js'] }
const page = '<script src="/assets/index.js"></script>'
const own = (body: string) => new Response(body, { headers: { [ownReplyHeader]: '1' } })
const fromServer = async (address: string) => own(address === '/' ? page : `code of ${address}`)

/** Runs the worker with storage and a network of its own. */
async function startWorker(network: (address: string) => Promise<Response>) {
  const stored = new Map<string, Response>()
  const listeners = new Map<string, (event: unknown) => void>()
  const nameOf = (request: Request | string) =>
    typeof request === 'string' ? request : new URL(request.url).pathname
  const state = { network, isDiskDamaged: false, isDiskFull: false, isCreated: false, takeOvers: 0 }
  const cache = {
    put: async (path: string, reply: Response) => {
      if (state.isDiskFull) throw new DOMException('Full', 'QuotaExceededError')
      stored.set(path, reply)
    },
    keys: async () => [...stored.keys()],
  }
  const shown: [string, NotificationOptions][] = []
  const globals = {
    build,
    self: {
      registration: {
        navigationPreload: { enable: async () => undefined },
        showNotification: async (...notification: [string, NotificationOptions]) => shown.push(notification),
      },
      clients: { claim: async () => undefined },
      location: { origin: 'http://table.example.org' },
      addEventListener: (name: string, listener: (event: unknown) => void) => listeners.set(name, listener),
      skipWaiting: async () => {
        state.takeOvers += 1
      },
    },
    caches: {
      has: async () => state.isCreated,
      open: async () => {
        state.isCreated = true
        return cache
      },
      match: async (path: string) => {
        if (state.isDiskDamaged) throw new DOMException('Unexpected internal error', 'UnknownError')
        return stored.get(path)?.clone()
      },
      keys: async () => [],
      delete: async () => {
        stored.clear()
        state.isCreated = false
      },
    },
    fetch: async (request: Request | string) => state.network(nameOf(request)),
  }
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
  vi.resetModules()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  await import('./offline-worker.ts')

  const dispatch = async (name: string, fields: object = {}) => {
    const waits: Promise<unknown>[] = []
    let response: Promise<Response> | undefined
    listeners.get(name)?.({
      ...fields,
      waitUntil: (promise: Promise<unknown>) => waits.push(promise),
      respondWith: (promise: Promise<Response>) => {
        response = promise
      },
    })
    const reply = await response
    const errors = (await Promise.allSettled(waits)).filter(({ status }) => status === 'rejected')
    return { reply, errors }
  }
  const open = async (preloadResponse?: Response) => {
    const request = { url: 'http://table.example.org/', mode: 'navigate' }
    return (await dispatch('fetch', { request, preloadResponse })).reply
  }
  const load = async (path: string) => {
    const request = { url: `http://table.example.org${path}`, mode: 'cors' }
    return (await dispatch('fetch', { request })).reply
  }
  const push = async (message: unknown) => {
    await dispatch('push', { data: { json: () => message } })
    return shown.at(-1)?.[1]
  }
  return {
    stored,
    state,
    open,
    load,
    push,
    install: () => dispatch('install'),
    activate: () => dispatch('activate'),
  }
}

const offline = async () => Promise.reject(new TypeError('offline'))

test('in Firefox, where a preload without a connection is an error response, the stored page opens', async () => {
  const worker = await startWorker(fromServer)
  await worker.install()
  worker.state.network = offline
  expect(await (await worker.open(Response.error()))?.text()).toBe(page)
})

test.each([200, 401, 403, 502, 511, 524, 530])(
  'the stored page opens instead of a proxy’s %i',
  async status => {
    const worker = await startWorker(fromServer)
    await worker.install()
    worker.state.network = async () => new Response('<h1>Tunnel error</h1>', { status })
    expect(await (await worker.open())?.text()).toBe(page)
    worker.stored.clear()
    expect((await worker.open())?.status).toBe(status)
  },
)

test('a redirect is followed: a proxy’s sign-in page must stay reachable', async () => {
  const worker = await startWorker(fromServer)
  await worker.install()
  const redirect = Object.defineProperty(new Response(''), 'type', { value: 'opaqueredirect' })
  expect(await worker.open(redirect)).toBe(redirect)
})

test('a cache that the browser emptied, wholly or in part, is filled again at the next connection', async () => {
  const worker = await startWorker(fromServer)
  await worker.install()
  for (const empty of [() => worker.stored.clear(), () => worker.stored.delete('/assets/home.js')]) {
    empty()
    await worker.open()
    expect([...worker.stored.keys()].sort()).toEqual(['/', ...build.files].sort())
  }
  worker.state.network = offline
  expect(await (await worker.open())?.text()).toBe(page)
})

test('a full disk while the cache is filled again, and one that can’t be read, break nothing', async () => {
  const worker = await startWorker(fromServer)
  await worker.install()
  worker.stored.delete('/assets/home.js')
  worker.state.isDiskFull = true
  expect(await (await worker.open())?.text()).toBe(page)
  worker.state.isDiskFull = false
  await worker.open()
  expect(worker.stored.size).toBe(build.files.length + 1)

  worker.state.isDiskDamaged = true
  expect(await (await worker.load('/assets/home.js'))?.text()).toBe('code of /assets/home.js')
  expect(await (await worker.open())?.text()).toBe(page)
  worker.state.network = offline
  expect((await worker.open())?.type).toBe('error')
})

test('a new release asks to take over until it has: Chrome may start the previous worker again meanwhile', async () => {
  const { install, activate, state } = await startWorker(fromServer)
  await install()
  await vi.advanceTimersByTimeAsync(2_500)
  expect(state.takeOvers).toBe(3)
  await activate()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(state.takeOvers).toBe(3)
})

test('a newer release isn’t stored under this build’s name', async () => {
  const worker = await startWorker(fromServer)
  worker.state.network = async () => own('<script src="/assets/next.js"></script>')
  await worker.open()
  expect([worker.stored.size, worker.state.isCreated]).toEqual([0, false])
})

test('a file that a proxy answered isn’t stored', async () => {
  const worker = await startWorker(async address =>
    address === '/assets/home.js' ? new Response('<h1>Sign in</h1>') : fromServer(address),
  )
  expect((await worker.install()).errors).toHaveLength(1)
  expect(worker.stored.size).toBe(0)
})

test('a notification that replaces another one of its tag is heard, too; without a tag, browsers reject `renotify`', async () => {
  const worker = await startWorker(fromServer)
  const declared = { title: 'It is cancelled', navigate: '/?lunch=12' }
  for (const tag of ['lunch-12', 'test'])
    expect(await worker.push({ notification: { ...declared, tag } })).toMatchObject({ tag, renotify: true })
  for (const notification of [declared, { ...declared, tag: '' }])
    expect(await worker.push({ notification })).not.toHaveProperty('renotify')
  expect(await worker.push(null)).not.toHaveProperty('renotify')
})
