import { expect, test } from 'vitest'
import { formLink, formLinkTarget } from './form-link.ts'

const form = { email: 'admin@example.org', subject: 'Report a Problem' }
const prefill = { respondantName: 'Ana & Ümit?', respondantEmail: 'ana+lunch@example.org' }

test('a configured address keeps its query and hash and gets the values to prefill, encoded', () => {
  const link = new URL(formLink({ ...form, url: 'https://forms.example/p?form=7#top', prefill }))
  expect(link.origin + link.pathname).toBe('https://forms.example/p')
  expect(Object.fromEntries(link.searchParams)).toEqual({ form: '7', ...prefill })
  expect(link.hash).toBe('#top')
})

test('without values to prefill, the link is the configured address', () => {
  expect(formLink({ ...form, url: 'https://forms.example/p' })).toBe('https://forms.example/p')
})

test('without a configured address, the link is an email to the administrator with the same content', () => {
  const link = formLink({ ...form, url: null, prefill })
  expect(link).toMatch(/^mailto:admin@example\.org\?subject=Report%20a%20Problem&body=/)
  const body = decodeURIComponent(link.split('&body=')[1] ?? '')
  expect(body).toContain('respondantName: Ana & Ümit?')
  expect(body).toContain('respondantEmail: ana+lunch@example.org')
  expect(link).not.toMatch(/[ +]/)
})

test('forms open in a new tab that has no access to this one; email links do not', () => {
  expect(formLinkTarget('https://forms.example/p')).toEqual({ target: '_blank', rel: 'noopener noreferrer' })
  expect(formLinkTarget('mailto:admin@example.org')).toEqual({})
})
