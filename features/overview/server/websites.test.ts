// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { createWebsites } from './websites.ts'

const fake = await startFakeService(() => ({ json: {} }))
const { port } = new URL(fake.url)
const never = new AbortController().signal
const options = { userAgent: 'CommonTable', timeLimit: 200 }

test('private addresses are never connected to, neither by IP address nor by name [T-80]', async () => {
  const websites = createWebsites({
    ...options,
    resolve: (_, reply) => reply(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  const hosts = '127.0.0.1 [::1] [::ffff:127.0.0.1] 2130706433 10.0.0.1 lunch.example.org'
  for (const host of hosts.split(' '))
    expect([host, await websites.check(`http://${host}:${port}/`, never)]).toEqual([host, 'unclear'])
  expect(fake.requests).toEqual([])
})

test('an unknown host name counts as gone, and a failed DNS lookup as unclear', async () => {
  const failing = (code: string) =>
    createWebsites({ ...options, resolve: (_, reply) => reply(Object.assign(new Error(), { code }), []) })
  expect(await failing('ENOTFOUND').check('https://gone.example.org/', never)).toBe('gone')
  expect(await failing('EAI_AGAIN').check('https://gone.example.org/', never)).toBe('unclear')
})

test.each([
  ['hang', 'unclear'],
  ['refuse connections', 'unclear'],
  ['500', 'unclear'],
  ['huge', 'there'],
  ['gzip bomb', 'there'],
  ['redirect', 'there'],
  ['401', 'there'],
] as const)('a website in mode “%s” counts as %s', async (mode, outcome) => {
  await fake.setMode(mode)
  const timeLimit = mode === 'hang' ? 200 : 10_000
  const websites = createWebsites({ ...options, timeLimit, allowPrivateAddresses: true })
  expect(await websites.check(fake.url, never)).toBe(outcome)
})

test('an aborted check rejects instead of giving an outcome', async () => {
  await fake.setMode('hang')
  const stopped = AbortSignal.abort(new Error('stopped'))
  const look = createWebsites({ ...options, allowPrivateAddresses: true }).check(fake.url, stopped)
  await expect(look).rejects.toThrow('stopped')
})
