import { expect, test } from 'vitest'
import { campusForm, campusValues, webhookChange, whyNotDeletable } from './campus-form.ts'

const arden = {
  code: 'arden',
  name: 'Arden',
  address: '1 Main Street, Arden, NC',
  latitude: 35.46,
  longitude: -82.51,
}

test('codes and names of other campuses are rejected, ignoring case', () => {
  const messages = (form: object) =>
    campusForm([arden], undefined)
      .safeParse({ ...arden, chat: '', webhook: '', ...form })
      .error?.issues.map(issue => issue.message)
  expect(messages({ code: 'ARDEN', name: ' aRden ' })).toEqual([
    'A campus with the code "ARDEN" already exists.',
    'Campus "aRden" already exists.',
  ])
  expect(messages({ code: 'arden2', name: 'Arden North' })).toBeUndefined()
  expect(messages({ code: 'a b', name: '', latitude: Number.NaN, longitude: 181 })).toEqual([
    'A code consists of the letters A to Z and digits only',
    'Name is required',
    'Latitude is required',
    'Longitude must be from -180 to 180',
  ])
})

test('in a new campus, everything that is empty is missing', () => {
  const empty = { ...campusValues(undefined), latitude: Number.NaN, longitude: Number.NaN }
  expect(
    campusForm([], undefined)
      .safeParse(empty)
      .error?.issues.map(({ path }) => path[0]),
  ).toEqual([...['code', 'name', 'address', 'latitude', 'longitude']])
})

test('what an existing campus has may stay, however it is typed', () => {
  const campus = { ...arden, id: 1, updatedAt: null, restaurantCount: 0, userCount: 0, webhook: null }
  const form = campusForm([arden], campus)
  expect(form.safeParse({ ...campusValues(campus), name: ' Arden ' }).data?.name).toBe('Arden')
  const posting = { ...campus, webhook: { kind: 'slack', url: 'http://chat.example.org/x' } } as const
  const values = campusValues(posting)
  expect(campusForm([], posting).safeParse({ ...values, name: 'Arden North' }).success).toBe(true)
  expect(campusForm([], posting).safeParse({ ...values, webhook: 'http://chat.example.org/y' }).success).toBe(
    false,
  )
})

test.each([
  [0, 0, null],
  [1, 0, 'Campus "Arden" has 1 restaurant. Move it first.'],
  [0, 2, 'Campus "Arden" has 2 users. Move them first.'],
  [1043, 1, 'Campus "Arden" has 1043 restaurants and 1 user. Move them first.'],
])(
  'what prevents deleting a campus with %i restaurants and %i users',
  (restaurantCount, userCount, sentence) =>
    expect(
      whyNotDeletable({ ...arden, id: 1, updatedAt: null, restaurantCount, userCount, webhook: null }),
    ).toBe(sentence),
)

test('a chat needs a webhook URL; without a chat the URL is ignored', () => {
  const isRight = (chat: string, webhook: string) =>
    campusForm([], undefined).safeParse({ ...arden, chat, webhook }).success
  expect([
    isRight('slack', ''),
    isRight('slack', 'http://hooks.slack.com/x'),
    isRight('icq', 'https://x/y'),
  ]).toEqual([false, false, false])
  expect([isRight('', 'nonsense'), isRight('slack', ' https://hooks.slack.com/x ')]).toEqual([true, true])
})

test('a webhook is sent only if it was changed', () => {
  const saved = { kind: 'slack' as const, url: 'https://hooks.slack.com/…abcd' }
  const campus = { ...arden, id: 1, updatedAt: null, restaurantCount: 0, userCount: 0, webhook: saved }
  const values = { ...arden, chat: 'slack' as const, webhook: saved.url, ...campusValues(campus) }
  expect(webhookChange(values, saved)).toBeUndefined()
  expect(webhookChange({ ...values, chat: '' }, saved)).toBeNull()
  expect(webhookChange({ ...values, chat: '' }, null)).toBeUndefined()
  const url = 'https://discord.com/api/webhooks/1/x'
  expect(webhookChange({ ...values, chat: 'discord', webhook: ` ${url} ` }, saved)).toEqual({
    kind: 'discord',
    url,
  })
})
