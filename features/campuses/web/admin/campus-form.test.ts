import { expect, test } from 'vitest'
import { campusForm, campusValues, webhookChange, whyNotDeletable } from './campus-form.ts'

const where = { address: '1 Main Street, Arden, NC', latitude: 35.46, longitude: -82.51 }
const arden = { code: 'arden', name: 'Arden', ...where }
const stored = { ...arden, id: 1, updatedAt: null, restaurantCount: 0, userCount: 0, webhook: null }

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
})

test('in a new campus, everything that is empty is missing', () => {
  const empty = { ...campusValues(undefined), latitude: Number.NaN, longitude: Number.NaN }
  const missing = campusForm([], undefined)
    .safeParse(empty)
    .error?.issues.map(({ path }) => path[0])
  expect(missing).toEqual(['code', 'name', 'address', 'latitude', 'longitude'])
})

test('what an existing campus has may stay, however it is typed', () => {
  const form = campusForm([arden], stored)
  expect(form.safeParse({ ...campusValues(stored), name: ' Arden ' }).data?.name).toBe('Arden')
  const posting = { ...stored, webhook: { kind: 'slack', url: 'http://chat.example.org/x' } } as const
  const values = campusValues(posting)
  const isRight = (fields: object) => campusForm([], posting).safeParse({ ...values, ...fields }).success
  expect(isRight({ name: 'Arden North' })).toBe(true)
  expect(isRight({ webhook: 'http://chat.example.org/y' })).toBe(false)
})

test('what prevents deleting a campus', () => {
  const why = (restaurantCount: number, userCount: number) =>
    whyNotDeletable({ ...stored, restaurantCount, userCount })
  expect(why(0, 0)).toBeNull()
  expect(why(1, 0)).toBe('Campus "Arden" has 1 restaurant. Move it first.')
  expect(why(0, 2)).toBe('Campus "Arden" has 2 users. Move them first.')
  expect(why(1043, 1)).toBe('Campus "Arden" has 1043 restaurants and 1 user. Move them first.')
})

test('a chat needs a webhook URL; without a chat the URL is ignored', () => {
  const isRight = (chat: string, webhook: string) =>
    campusForm([], undefined).safeParse({ ...arden, chat, webhook }).success
  expect(isRight('slack', '')).toBe(false)
  expect(isRight('slack', 'http://hooks.slack.com/x')).toBe(false)
  expect(isRight('icq', 'https://x/y')).toBe(false)
  expect(isRight('', 'nonsense')).toBe(true)
  expect(isRight('slack', ' https://hooks.slack.com/x ')).toBe(true)
})

test('a webhook is sent only if it was changed', () => {
  const saved = { kind: 'slack' as const, url: 'https://hooks.slack.com/…abcd' }
  const values = { ...arden, chat: saved.kind, webhook: saved.url }
  expect(webhookChange(values, saved)).toBeUndefined()
  expect(webhookChange({ ...values, chat: '' }, saved)).toBeNull()
  expect(webhookChange({ ...values, chat: '' }, null)).toBeUndefined()
  const other = { kind: 'discord', url: 'https://discord.com/api/webhooks/1/x' }
  expect(webhookChange({ ...values, chat: 'discord', webhook: ` ${other.url} ` }, saved)).toEqual(other)
})
