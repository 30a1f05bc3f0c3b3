// On one engine: a service of others.
import { beforeEach, describe, expect, test } from 'vitest'
import { readCsv } from '#kit/server/csv/read-csv.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import { csv, startFakeCensus } from '#tests/support/services/fake-census.ts'
import { createCensusGeocoder } from './census.ts'

const near = { latitude: 35.5, longitude: -82.5 }
const oak = { latitude: 35.6, longitude: -82.4 }
const elm = { latitude: 35.61, longitude: -82.41 }
const fake = await startFakeCensus({
  '1 Oak Street': oak,
  '2 Elm Street': elm,
  '1 Oak Street, Arden, NC': oak,
})
const census = (timeLimit = 5_000) =>
  createCensusGeocoder({ url: fake.url, userAgent: 'CommonTable/test', timeLimit, batchTimeLimit: timeLimit })
const wanted = (...addresses: string[]) => addresses.map(address => ({ address, near }))
const failureOf = (reply: unknown) => (reply instanceof ServiceError ? reply.failure : reply)
const inArden = (street: string) => `${street}, Arden, NC 28704`

beforeEach(async () => {
  await fake.setMode('normal')
  fake.reply()
  fake.requests.length = 0
})

describe('one address', () => {
  test('is requested without its unit, with a user agent that names this installation', async () => {
    expect(await census().locate({ address: '1 Oak Street, Suite 5, Arden, NC', near })).toEqual(oak)
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]?.query.get('address')).toBe('1 Oak Street, Arden, NC')
    expect(fake.requests[0]?.headers['user-agent']).toBe('CommonTable/test')
  })

  test('is null if the service does not know it', async () => {
    expect(await census().locate({ address: '9 Nowhere', near })).toBeNull()
  })

  test('with several matches is the first one if they are close together, and null otherwise', async () => {
    fake.places.set('3 Twin Road', [oak, { ...oak, latitude: oak.latitude + 0.001 }])
    fake.places.set('4 Main Street', [oak, { ...oak, latitude: oak.latitude + 0.5 }])
    expect(await census().locate({ address: '3 Twin Road', near })).toEqual(oak)
    expect(await census().locate({ address: '4 Main Street', near })).toBeNull()
  })

  test('is null if the service rejects it as invalid', async () => {
    fake.reply(() => ({ status: 400, json: { errors: ['Address cannot be empty'] } }))
    expect(await census().locate({ address: '?', near })).toBeNull()
  })

  test.each([
    [{ result: {} }],
    [{ result: { addressMatches: [{}] } }],
    [{ result: { addressMatches: [{ coordinates: { x: 'west', y: 35 } }] } }],
    [{ result: { addressMatches: [{ coordinates: { x: -82, y: 935 } }] } }],
  ])('fails as an invalid response if the response is %j', async json => {
    fake.reply(() => ({ json }))
    await expect(census().locate({ address: '1 Oak Street', near })).rejects.toMatchObject({
      failure: 'invalid response',
    })
  })
})

describe('many addresses', () => {
  test('are sent as one file, without units, and the results may come in any order', async () => {
    fake.places.set('3 Main Street', [oak, elm])
    const many = wanted(
      inArden('1 Oak Street, Suite 5'),
      inArden('9 Nowhere Lane'),
      inArden('3 Main Street'),
      inArden('2 Elm Street'),
    )
    expect(await census().locateMany(many)).toEqual([oak, null, null, elm])
    expect(fake.asked()).toEqual({ single: 0, batches: 1 })
    const [request] = fake.requests
    const file = /\r\n\r\n(0,.*?)\r\n--/s.exec(request?.body ?? '')?.[1] ?? ''
    expect(readCsv(file).map(({ cells }) => cells)).toEqual([
      ['0', '1 Oak Street', 'Arden', 'NC', '28704'],
      ['1', '9 Nowhere Lane', 'Arden', 'NC', '28704'],
      ['2', '3 Main Street', 'Arden', 'NC', '28704'],
      ['3', '2 Elm Street', 'Arden', 'NC', '28704'],
    ])
  })

  test('are requested one by one if it is unclear which part is the city', async () => {
    const many = wanted('1 Oak Street', inArden('2 Elm Street'), '9 Nowhere')
    expect(await census().locateMany(many)).toEqual([oak, elm, null])
    expect(fake.asked()).toEqual({ single: 2, batches: 1 })
  })

  test('give an error only for the address whose single request fails', async () => {
    fake.reply(({ path }) => (path.endsWith('/onelineaddress') ? { status: 500, json: {} } : undefined))
    const replies = await census().locateMany(wanted(inArden('1 Oak Street'), '2 Elm Street'))
    expect(replies.map(failureOf)).toEqual([oak, 'unreachable'])
  })

  const two = wanted(inArden('1 Oak Street'), inArden('2 Elm Street'))
  const first = '"0","1 Oak Street, Arden, NC, 28704","Match","Exact","1 OAK STREET","-82.4,35.6","1","L"\n'

  test.each([
    ['a missing id', first],
    ['a row without a result', `${first}"1","2 Elm Street, Arden"\n`],
    ['a match without its place', `${first}"1","2 Elm Street","Match","Exact","2 ELM STREET"\n`],
    ['half a place', `${first}"1","2 Elm Street","Match","Exact","2 ELM STREET","-82.4"\n`],
    ['a place off the globe', `${first}"1","2 Elm Street","Match","Exact","2 ELM STREET","-82.4,135.6"\n`],
    ['an empty place', `${first}"1","2 Elm Street","Match","Exact","2 ELM STREET",","\n`],
    ['ids that nobody asked for', `${first}"7","2 Elm Street","No_Match"\n"x","y","Match"\n`],
    ['a word that nobody knows', `${first}"1","2 Elm Street","Perhaps"\n`],
  ])('give an error only for the address affected by %s', async (_, text) => {
    fake.reply(() => csv(text))
    expect((await census().locateMany(two)).map(failureOf)).toEqual([oak, 'invalid response'])
  })

  test.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><h1>Down for maintenance</h1>'],
    ['an open quote', '"0","1 Oak Street","Match","Exact","1 OAK STREET","-82.4,35.'],
    ['another table', 'a,b,c\n1,2,3\n'],
    ['noise', '\u0000\u0001,"",,,\n,,,\n'],
  ])('fail as an invalid response if the response is %s', async (_, text) => {
    fake.reply(() => csv(text))
    await expect(census().locateMany(two)).rejects.toMatchObject({ failure: 'invalid response' })
  })
})

describe('a failing service', () => {
  const calls = [
    ['one', (on: ReturnType<typeof census>) => on.locate({ address: '1 Oak Street', near })],
    ['many', (on: ReturnType<typeof census>) => on.locateMany(wanted(inArden('1 Oak Street')))],
    ['the test of the connection', (on: ReturnType<typeof census>) => on.attempt()],
  ] as const
  test.each(calls)('gives a readable error message (request for %s)', async (_, ask) => {
    await fake.setMode('500')
    await expect(ask(census())).rejects.toThrow(/^The US Census geocoder .*\.$/)
  })
})
