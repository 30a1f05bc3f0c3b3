import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CodeUnreachable, importsIn, loadCode } from './load-code.ts'

const base = 'https://table.example.org/assets/index-1.js'
const staticImport = /\b(?:from|import)\s*/g
const dynamicImport = /\bimport\s*\(\s*/g
const at = (...names: string[]) => names.map(name => `https://table.example.org/assets/${name}`)

test('finds the files of built code', () => {
  const built =
    'import{a as e}from"./libraries-B.js";import{t}from"./pin-C.js";import"./side-D.js";n(()=>import(`./map-E.js`),[0,1])'
  expect(importsIn(built, staticImport, base)).toEqual(at('libraries-B.js', 'pin-C.js', 'side-D.js'))
  expect(importsIn(built, dynamicImport, base)).toEqual(at('map-E.js'))
  expect(
    importsIn('async()=>(await k(async()=>{let{M:e}=await import("./map-E.js")}))', dynamicImport, base),
  ).toEqual(at('map-E.js'))
  expect(
    importsIn('const text = "from here"; import("https://elsewhere.example.org/x.js")', staticImport, base),
  ).toEqual([])
})

const code = (text: string) => new Response(text, { headers: { 'content-type': 'text/javascript' } })
const asked = vi.fn<(address: string) => Promise<Response>>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubEnv('PROD', true)
  vi.stubGlobal('fetch', asked.mockReset())
  vi.stubGlobal('document', { querySelector: () => null })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

/** A loader that names a built file, as the bundler would leave it. */
const loaderOf = (name: string, load: () => Promise<string>) =>
  Object.assign(load, { toString: () => `()=>import("./${name}")` })

test('fetches a file and what it imports until it has them, and only then imports it', async () => {
  asked
    .mockRejectedValueOnce(new TypeError('offline'))
    .mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }))
    .mockResolvedValueOnce(code('import{a}from"./part-2.js"'))
    .mockRejectedValueOnce(new TypeError('reset'))
    .mockResolvedValueOnce(code(''))
  const load = vi.fn(async () => 'loaded')
  const loading = loadCode(loaderOf('map-1.js', load))
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loading).toBe('loaded')
  expect(asked.mock.calls.map(([address]) => address.replace(/.*\//, ''))).toEqual([
    'map-1.js',
    'map-1.js',
    'map-1.js',
    'part-2.js',
    'part-2.js',
  ])
  await loadCode(loaderOf('map-1.js', load))
  expect(asked).toHaveBeenCalledTimes(5)
})

test('without a connection the import isn’t even tried, so that it can succeed later', async () => {
  asked.mockImplementation(
    async () => new Response('<h1>Please sign in</h1>', { headers: { 'content-type': 'text/html' } }),
  )
  const load = vi.fn(async () => 'loaded')
  const failure = loadCode(loaderOf('form-1.js', load)).catch(error => error)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(await failure).toBeInstanceOf(CodeUnreachable)
  expect(load).not.toHaveBeenCalled()
  asked.mockImplementation(async () => code(''))
  expect(await loadCode(loaderOf('form-1.js', load))).toBe('loaded')
})

test('a file that no longer exists fails in the import, at once', async () => {
  asked.mockResolvedValue(new Response('', { status: 404 }))
  const load = async () => Promise.reject<string>(new Error('Failed to fetch dynamically imported module'))
  await expect(loadCode(loaderOf('old-1.js', load))).rejects.toThrow(/dynamically imported/)
  expect(asked).toHaveBeenCalledTimes(1)
})
