import { expect, test } from 'vitest'
import { directionsUrl, mapUrl, phoneUrl, safeWebUrl, shortWebUrl } from './web-url.ts'

test('only plain http and https addresses are safe [T-58]', () => {
  expect(safeWebUrl('https://tacos.example.org/menu')).toBe('https://tacos.example.org/menu')
  expect(safeWebUrl('http://tacos.example.org')).toBe('http://tacos.example.org/')
  for (const text of [
    ...[null, '', 'tacos', 'javascript:alert(1)', 'JaVa\tscript:alert(1)', 'data:text/html,x'],
    ...['//evil.example.org', 'https://user:secret@tacos.example.org'],
  ]) {
    expect(safeWebUrl(text), String(text)).toBeNull()
  }
})

test('a web address is displayed as its host', () => {
  expect(shortWebUrl('https://www.tacos.example.org/menu?x=1')).toBe('tacos.example.org')
})

test('a map link contains the name and address, escaped', () => {
  const url = new URL(mapUrl({ name: 'Salt & Smoke', address: '1 Main St #2, Arden' }))
  expect(url.searchParams.get('query')).toBe('Salt & Smoke, 1 Main St #2, Arden')
  const to = (address: string | null) =>
    new URL(directionsUrl({ name: 'Salt & Smoke', address })).searchParams.get('destination')
  expect(to('1 Main St #2, Arden')).toBe('Salt & Smoke, 1 Main St #2, Arden')
  expect(to(null)).toBe('Salt & Smoke')
})

test.each([
  ['(828) 555-0100', 'tel:8285550100'],
  ['+1 828.555.0100', 'tel:+18285550100'],
  ['＋１（８２８）５５５－０１００', 'tel:+18285550100'],
  ['828-555-0100 ext. 012', 'tel:8285550100;ext=012'],
  ['828-555-0100x12', 'tel:8285550100;ext=12'],
  ['828-555-0100; 828-555-0101', 'tel:8285550100'],
  ['828-555-0100 / 828-555-0101', 'tel:8285550100'],
  ['828-555-0100 or 555-0101 #3', 'tel:8285550100'],
  ['ask inside', null],
])('%s is dialed as %s: an extension is kept separate and a second number is ignored', (phone, url) => {
  expect(phoneUrl(phone)).toBe(url)
})
