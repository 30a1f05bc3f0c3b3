import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'

const app = await startApp()
const caller = app.as(await app.user())
const { id } = await app.restaurant()

const rate = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  caller.fetch('/api/ratings', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const messageOf = async (reply: Response) => ((await reply.json()) as { message: string }).message
const pathsOf = async (reply: Response) =>
  ((await reply.json()) as { errors: { path: string }[] }).errors.map(({ path }) => path)
const commented = (comment: string) => `{ "restaurantId": ${id}, "value": 4, "comment": "${comment}" }`

test.each([
  ['half of a character', 'a\\ud83d'],
  ['its other half', '\\ude00'],
  ['the halves in the wrong order', '\\uDE00\\uD83D'],
  ['half of one before a whole one', '\\ud83d😀'],
])('%s is rejected, rather than stored as something else', async (_, comment) => {
  const reply = await rate(commented(comment))
  expect([reply.status, await messageOf(reply)]).toEqual([
    400,
    'The text has characters that can’t be stored',
  ])
})

test('the field that has it is named, at any depth', async () => {
  expect(await pathsOf(await rate(commented('\\ud83d')))).toEqual(['comment'])
  expect(await pathsOf(await rate('{ "a": [1, { "b": "x\\ude00" }] }'))).toEqual(['a.1.b'])
  expect(await pathsOf(await rate('{ "\\ud83d": 1 }'))).toEqual(['\uFFFD'])
})

test('bytes that are no text are rejected', async () => {
  const bytes = Buffer.concat([
    Buffer.from(commented('x').slice(0, -4)),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('" }'),
  ])
  expect((await rate(Uint8Array.from(bytes))).status).toBe(400)
})

test.each([
  ['a whole character in two escapes', '\\ud83d\\uDE00', '😀'],
  ['the letters of an escape', '\\\\ud83d', '\\ud83d'],
])('%s is text', async (_, comment, stored) => {
  expect((await rate(commented(comment))).ok).toBe(true)
  const own = await caller.fetch(`/api/restaurants/${id}/user-rating`)
  expect(await own.json()).toMatchObject({ comment: stored })
})

test('a compressed body is rejected with a sentence that says so', async () => {
  const reply = await rate(Uint8Array.from(gzipSync(commented('x'))), { 'content-encoding': 'gzip' })
  expect([reply.status, await messageOf(reply)]).toEqual([
    415,
    'A body can’t be compressed (Content-Encoding: gzip)',
  ])
})
