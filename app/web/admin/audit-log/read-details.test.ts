import { expect, test } from 'vitest'
import { actionLabel, readDetails, summaryOf } from './read-details.ts'

const read = (details: unknown) => readDetails(JSON.stringify(details))

test('an edit shows each value before and after', () => {
  const details = read({
    id: 7,
    name: 'Salt & Smoke',
    before: { price: null, websiteUrl: '', disabled: false },
    after: { price: '$$', websiteUrl: 'https://example.org', disabled: true },
  })
  expect(details.changes).toEqual([
    { label: 'Price', before: 'nothing', after: '$$' },
    { label: 'Website url', before: 'nothing', after: 'https://example.org' },
    { label: 'Disabled', before: 'no', after: 'yes' },
  ])
  expect(summaryOf(details)).toBe(
    'Salt & Smoke – Price: nothing → $$ · Website url: nothing → https://example.org · Disabled: no → yes',
  )
})

test('a creation has no value before, a deletion none after', () => {
  const [made] = read({ id: 3, after: { name: 'Arden' } }).changes
  expect(made).toEqual({ label: 'Name', before: null, after: 'Arden' })
  const [deleted] = read({ before: { title: 'Closed' } }).changes
  expect(deleted).toEqual({ label: 'Title', before: 'Closed', after: null })
  expect(summaryOf(read({ id: 3, before: { firstName: 'Ana', lastName: 'Pear' } }))).toBe('Ana Pear')
})

test('list items are shown one per line, and empty lists are left out', () => {
  const details = read({ added: ['Archives'], removed: [], before: ['Care'], after: ['Care', 'Archives'] })
  expect(details.facts).toEqual([{ label: 'Added', value: 'Archives' }])
  expect(details.changes).toEqual([{ label: 'List', before: 'Care', after: 'Care\nArchives' }])
  expect(summaryOf(details)).toBe('Added: Archives')
  expect(summaryOf(read({ renamed: { from: 'Care', to: 'Comfort' } }))).toBe('Renamed: Care → Comfort')
  expect(read({ before: [{ id: 1, name: 'Ann' }] }).changes[0]?.before).toBe('Ann (1)')
  expect(read({ before: [{ id: 1, address: 'x' }] }).changes[0]?.before).toBe('Id: 1, Address: x')
  expect(summaryOf(read({ added: ['a', 'b'] }))).toBe('Added: a, b')
})

test('browser reports and details that aren’t objects are shown as they are', () => {
  expect(read({ reported: { count: 3, search: 'taco' } }).facts).toEqual([
    { label: 'Count', value: '3' },
    { label: 'Search', value: 'taco' },
  ])
  expect(read({ reported: 'Sample Kitchen' }).facts).toEqual([{ label: 'Reported', value: 'Sample Kitchen' }])
  expect(readDetails('no JSON').facts).toEqual([{ label: 'Details', value: 'no JSON' }])
  expect(readDetails('null')).toEqual({ subject: undefined, facts: [], changes: [] })
  expect(summaryOf(read({}))).toBe('')
})

test('names of built-in properties, such as constructor, are treated like any other', () => {
  expect(read({ after: { __proto__x: 1, constructor: 'x' } }).changes).toEqual([
    { label: '__proto__x', before: null, after: '1' },
    { label: 'Constructor', before: null, after: 'x' },
  ])
  expect(readDetails('{"before":{"toString":1},"after":{"toString":2}}').changes).toEqual([
    { label: 'To string', before: '1', after: '2' },
  ])
})

test('actions are shown as words', () => {
  expect(actionLabel('RESTAURANTS_DELETED')).toBe('Restaurants deleted')
  expect(actionLabel('SIGN_IN_FAILED')).toBe('Sign in failed')
})
