import { expect, test } from 'vitest'
import { safeNext } from './safe-next.ts'

test.each(['/', '/profile', '/?campus=arden&q=two%20words&restaurant=12', '/profile?tab=ratings#top'])(
  'the requested page keeps its full address: %s',
  next => expect(safeNext(next)).toBe(next),
)

test.each([
  ...[undefined, '', 'profile', 'https://evil.example/', '//evil.example', '//evil.example/profile', '//['],
  ...['/\\evil.example', '/\t/evil.example', '\n//evil.example', '/.//evil.example', '///evil.example'],
  'javascript:alert(1)',
])('nothing leads to another site: %j [T-115]', next => expect(safeNext(next)).toBe('/'))

test.each(['/login', '/login?next=/profile', '/auth', '/register', '/forgot-password', '/finish-account'])(
  'after signing in, no one is sent to sign in again: %s',
  next => expect(safeNext(next)).toBe('/'),
)

test('an API call is not a page', () => expect(safeNext('/api/oidc/start?next=/profile')).toBe('/'))
