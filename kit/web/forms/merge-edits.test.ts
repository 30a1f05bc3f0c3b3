import { expect, it } from 'vitest'
import { mergeEdits, mergeLines } from './merge-edits.ts'

const form = {
  labels: { name: 'Name', hours: 'Hours', price: 'Price', phone: 'Phone', openingTimes: 'Opening times' },
  pairs: { hours: 'openingTimes' },
} as const
const base = {
  name: 'Plum',
  hours: '9 AM - 5 PM',
  price: '$',
  phone: null as string | null,
  openingTimes: [9],
}
const merge = (mine: Partial<typeof base>, theirs: Partial<typeof base>, from = base) =>
  mergeEdits({ mine: { ...from, ...mine }, base: from, theirs: { ...from, ...theirs } }, form)

it('merges changes that two people made to different fields', () => {
  const { withTheirs, differences, taken } = merge({ name: 'Plum & Pear' }, { hours: '10 AM - 6 PM' })
  expect(withTheirs([])).toMatchObject({ name: 'Plum & Pear', hours: '10 AM - 6 PM' })
  expect([differences, taken]).toEqual([[], ['hours']])
})

it('asks about fields that both people changed to different values', () => {
  expect(merge({ name: 'Plum & Pear', price: '$$' }, { name: 'Plums', price: '$$' }).differences).toEqual([
    'name',
  ])
})

it('keeps a field empty that one person emptied on purpose', () => {
  expect(merge({ phone: null }, {}, { ...base, phone: '828 555 0100' }).withTheirs([]).phone).toBeNull()
})

it('asks only once about fields that belong together, also if each person changed another one of them', () => {
  const both = merge({ hours: 'Ten', openingTimes: [10] }, { hours: 'Eight', openingTimes: [8] })
  expect(both.differences).toEqual(['hours'])
  expect(both.withTheirs([])).toMatchObject({ hours: 'Ten', openingTimes: [10] })
  expect(both.withTheirs(['hours'])).toMatchObject({ hours: 'Eight', openingTimes: [8] })
  expect(merge({ hours: 'Ten' }, { openingTimes: [8] }).differences).toEqual(['hours'])
})

it('merges lists by their lines: what either person added or removed', () => {
  const lines = (...names: string[]) => names.join('\n')
  const edits = {
    base: lines('a', 'b', 'c'),
    mine: lines('a', 'c', 'mine'),
    theirs: lines('b', 'c', 'theirs'),
  }
  expect(mergeLines(edits)).toBe(lines('c', 'theirs', 'mine'))
  expect(mergeLines({ ...edits, theirs: edits.mine })).toBe(edits.mine)
})
