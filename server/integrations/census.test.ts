import { beforeEach, describe, expect, test } from 'vitest'
import { parseCsv } from '#domain/csv.ts'
import { csv, startFakeCensus } from '#server/testing/fake-census.ts'
import { failingModes, stallingModes } from '#server/testing/fake-service.ts'
import { createCensusGeocoder } from './census.ts'
import { ServiceError } from './service.ts'

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
const failureOf = (answer: unknown) => (answer instanceof ServiceError ? answer.failure : answer)
const inArden = (street: string) => `${street}, Arden, NC 28704`

beforeEach(async () => {
  await fake.behave('answer')
  fake.answerInstead(null)
  fake.requests.length = 0
})

describe('one address', () => {
  test('is asked for at its door, under the name of this installation', async () => {
    expect(await census().locate({ address: '1 Oak Street, Suite 5, Arden, NC', near })).toEqual(oak)
    expect(fake.requests).toHaveLength(1)
    expect(fake.requests[0]?.query.get('address')).toBe('1 Oak Street, Arden, NC')
    expect(fake.requests[0]?.headers['user-agent']).toBe('CommonTable/test')
  })

  test('that nobody knows is nowhere', async () => {
    expect(await census().locate({ address: '9 Nowhere', near })).toBeNull()
  })

  test('with several matches is the first where they are neighbors, and none where they lie apart', async () => {
    fake.places.set('3 Twin Road', [oak, { ...oak, latitude: oak.latitude + 0.001 }])
    fake.places.set('4 Main Street', [oak, { ...oak, latitude: oak.latitude + 0.5 }])
    expect(await census().locate({ address: '3 Twin Road', near })).toEqual(oak)
    expect(await census().locate({ address: '4 Main Street', near })).toBeNull()
  })

  test('that makes no sense to them is nowhere', async () => {
    fake.answerInstead(() => ({ status: 400, json: { errors: ['Address cannot be empty'] } }))
    expect(await census().locate({ address: '?', near })).toBeNull()
  })

  test.each([
    [{ result: {} }],
    [{ result: { addressMatches: [{}] } }],
    [{ result: { addressMatches: [{ coordinates: { x: 'west', y: 35 } }] } }],
    [{ result: { addressMatches: [{ coordinates: { x: -82, y: 935 } }] } }],
  ])('answered with %j can’t be used', async json => {
    fake.answerInstead(() => ({ json }))
    await expect(census().locate({ address: '1 Oak Street', near })).rejects.toMatchObject({
      failure: 'unusable answer',
    })
  })
})

describe('many addresses', () => {
  test('are one file, without units, and their answers come in any order', async () => {
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
    expect(parseCsv(file).map(({ cells }) => cells)).toEqual([
      ['0', '1 Oak Street', 'Arden', 'NC', '28704'],
      ['1', '9 Nowhere Lane', 'Arden', 'NC', '28704'],
      ['2', '3 Main Street', 'Arden', 'NC', '28704'],
      ['3', '2 Elm Street', 'Arden', 'NC', '28704'],
    ])
  })

  test('that don’t say which part is the city are asked for one by one', async () => {
    const many = wanted('1 Oak Street', inArden('2 Elm Street'), '9 Nowhere')
    expect(await census().locateMany(many)).toEqual([oak, elm, null])
    expect(fake.asked()).toEqual({ single: 2, batches: 1 })
  })

  test('of which one alone can’t be asked for: only that one is in trouble', async () => {
    fake.answerInstead(({ path }) =>
      path.endsWith('/onelineaddress') ? { status: 500, json: {} } : undefined,
    )
    const answers = await census().locateMany(wanted(inArden('1 Oak Street'), '2 Elm Street'))
    expect(answers.map(failureOf)).toEqual([oak, 'unreachable'])
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
  ])('%s spoils nothing else', async (_, text) => {
    fake.answerInstead(() => csv(text))
    expect((await census().locateMany(two)).map(failureOf)).toEqual([oak, 'unusable answer'])
  })

  test.each([
    ['nothing', ''],
    ['a web page', '<!doctype html><h1>Down for maintenance</h1>'],
    ['an open quote', '"0","1 Oak Street","Match","Exact","1 OAK STREET","-82.4,35.'],
    ['another table', 'a,b,c\n1,2,3\n'],
    ['noise', '\u0000\u0001,"",,,\n,,,\n'],
  ])('%s is no answer', async (_, text) => {
    fake.answerInstead(() => csv(text))
    await expect(census().locateMany(two)).rejects.toMatchObject({ failure: 'unusable answer' })
  })
})

describe('trouble', () => {
  const calls = [
    ['one', (on: ReturnType<typeof census>) => on.locate({ address: '1 Oak Street', near })],
    ['many', (on: ReturnType<typeof census>) => on.locateMany(wanted(inArden('1 Oak Street')))],
    ['the test of the connection', (on: ReturnType<typeof census>) => on.attempt()],
  ] as const
  describe.each(calls)('%s', (_, ask) => {
    test.each([...failingModes, ...stallingModes])('%s', async mode => {
      await fake.behave(mode)
      const isStalling = stallingModes.some(stalling => stalling === mode)
      await expect(ask(census(isStalling ? 300 : 5_000))).rejects.toThrow(/^The US Census geocoder .*\.$/)
      expect(fake.requests.every(({ path }) => path !== '/elsewhere')).toBe(true)
    })
  })

  test('a connection that ends within the answer', async () => {
    fake.answerInstead(() => {
      throw new Error('the fake cuts it')
    })
    await expect(census().locateMany(wanted(inArden('1 Oak Street')))).rejects.toMatchObject({
      failure: 'unreachable',
    })
  })
})
