import { expect, test } from 'vitest'
import { hasHostName, withScheme } from './web-address.ts'

test.each([
  'www.example.org',
  'example.org',
  'tacos.example.org/menu?day=1#top',
  'EXAMPLE.ORG',
  'example.org:8443/x',
  'müller-straße.example',
])('%s is an https address', address => {
  expect(withScheme(` ${address}\u200B`)).toBe(`https://${address}`)
})

test('an address without its scheme may keep the slashes', () => {
  expect(withScheme('//crane.example.org/x')).toBe('https://crane.example.org/x')
  expect(withScheme(' //example.org:8443')).toBe('https://example.org:8443')
})

test('blanks inside are written as a browser writes them', () => {
  expect(withScheme('example.org/our menu?of=this day')).toBe('https://example.org/our%20menu?of=this%20day')
  expect(withScheme('HTTP://example.org/a b ')).toBe('HTTP://example.org/a%20b')
  expect(withScheme('https://example.org/long\npath')).toBe('https://example.org/long\npath')
})

test.each([
  ...['http://example.org', 'https://example.org', 'javascript:alert(1)', 'mailto:ana@example.org'],
  ...['ana@example.org', 'no address', '//localhost/x', '///example.org', '//user@example.org', 'localhost'],
  ...['5.0', 'ftp://example.org', 'user:pass@example.org', ''],
])('%j stays as it is', text => {
  expect(withScheme(text)).toBe(text)
})

test.each([
  ...['https://example.org', 'https://example.org.:8443/a,b?c=d', 'https://müller-straße.example'],
  ...['https://my_menu.example.org', 'http://127.0.0.1:3000', 'http://[::1]/', 'http://localhost'],
])('%s has a host name', address => {
  expect(hasHostName(address)).toBe(true)
})

test.each([
  ...['https://example.org,', 'https://example.org;https://example.com'],
  ...['https://example.org,https://example.com', 'http://http://example.org', 'https://https//example.org'],
  ...['https://(example.org)', "https://'example.org'", 'https://*.example.org', 'https://...'],
  ...['https://example..org', 'https://-', 'https://“example.org”', 'https://«example.org»/menu'],
])('%s has none', address => {
  expect(hasHostName(address)).toBe(false)
})
