import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { listedCalls, sendSample } from '#tests/support/calls/endpoints.ts'
import { digestTables } from '#tests/support/databases/digest-tables.ts'
import { samplesOf } from '#tests/support/samples/calls.ts'
import { exampleOf, schemaOf, wrongValues } from '#tests/support/samples/values.ts'
import { startApp } from '#tests/support/start-app.ts'

/*
 * Every field of every call, with every kind of value that the contract's schema excludes: it is rejected by its name, nothing is
 * written, and the sentence is the one in sentences.txt. What no schema tells (two fields together, what is taken) is tested
 * with the call.
 */

const app = await startApp({ RATE_LIMITS: 'off', OVERPASS_URL: 'off' })
const sampleOf = await samplesOf(app)
const primary = await app.primary()
const { calls } = await listedCalls()

/** What fields accept although their schema seems to exclude it, and why. */
const accepted: Record<string, string> = {
  'GET /api/verification/verify token blank': 'no such token',
  'POST /api/admin/restaurants/recalculate-distances campusCode empty':
    'an empty parameter is left out of an address',
  'POST /api/departments 0 null': 'a body of two forms is named as a whole',
  'POST /api/departments 0 another type': 'a body of two forms is named as a whole',
  'POST /api/imports ids more than 240 of them': 'each source has its own limit',
  'POST /api/login password blank': 'compared, never stored',
  'POST /api/password-reset/confirm token blank': 'no such token',
  'DELETE /api/admin/restaurants/bulk-delete campusCode empty':
    'an empty parameter is left out of an address',
}

async function wrongOf({ params, query, body, upload }: Endpoint) {
  const of = async (part: 'params' | 'query' | 'body', schema: Endpoint['body'], way: 'text' | 'json') =>
    schema ? (await wrongValues(schemaOf(schema), way)).map(wrong => ({ part, ...wrong })) : []
  return [
    // An address with a part that is empty or longer than any is another address.
    ...(await of('params', params, 'text')).filter(({ kind }) => !/^(missing|empty|longer)/.test(kind)),
    ...(await of('query', query, 'text')),
    ...(await of('body', body, upload ? 'text' : 'json')),
  ]
}

/** What is wrong with which field of which call, as sentences.txt lists it, and the sentence. */
const written = new Map<string, string>()
let sentence = ''
for (const row of readFileSync(new URL('sentences.txt', import.meta.url), 'utf8').split('\n')) {
  const [, field, kinds = '', names = ''] = /^ {2}(\S+) \((.*)\): (.*)$/.exec(row) ?? []
  if (!field) sentence = row
  else
    for (const kind of kinds.split(', '))
      for (const name of names.split(', ')) written.set(`${name} ${field} ${kind}`, sentence)
}

/** Sentences that say no more than the names of the field and of what is wrong; but the limits of fields are listed. */
const isGeneral = (message: string, path: string, kind: string) =>
  (message.startsWith(`${path} `) && (!/ than \d/.test(kind) || /(^|\.)\w*[iI]ds?(\.0)?$/.test(path))) ||
  ['A JSON body is required', 'Must be a whole number', 'Must be a positive number'].includes(message)

beforeEach(async () => {
  for (const table of ['lunches', 'standingLunches'] as const) await app.db.deleteFrom(table).execute()
})

test.each(calls)(
  '$name rejects wrong values by the names of their fields, and writes nothing [T-24 T-35 T-50 T-55 T-56 T-59 T-81]',
  async ({ name, endpoint }) => {
    const sent = await sampleOf(endpoint, primary)
    const caller = app.as(endpoint.access === 'public' ? null : primary)
    const before = await digestTables(app)
    const seen: Record<string, string> = {}
    const wrongs = await wrongOf(endpoint)
    /** Sends this value: the answer's status, and its sentence about the field. */
    const answer = async ({ part, path, value }: (typeof wrongs)[number]) => {
      const [field = 0] = path
      const part_ =
        typeof field === 'number' ? value : { ...(sent[part] as object), [field]: (value as never)[field] }
      const { status, text } = await sendSample(caller, endpoint, { ...sent, [part]: part_ })
      if (status !== 400) return { status, text }
      const { errors = [] } = JSON.parse(text) as { errors?: { path: string; message: string }[] }
      return { status, text, message: errors.find(error => error.path === path.join('.'))?.message }
    }
    for (const one of wrongs.filter(({ isMaybe }) => !isMaybe)) {
      const wrong = `${name} ${one.path.join('.')} ${one.kind}`
      if (wrong in accepted) continue
      const { status, text, message } = await answer(one)
      expect([wrong, status, message], text).toEqual([wrong, 400, expect.any(String)])
      if (message && !isGeneral(message, one.path.join('.'), one.kind)) seen[wrong] = message
    }
    expect(await digestTables(app)).toEqual(before)
    for (const one of wrongs.filter(({ isMaybe }) => isMaybe)) {
      const { message } = await answer(one)
      if (message && !isGeneral(message, one.path.join('.'), one.kind))
        seen[`${name} ${one.path.join('.')} ${one.kind}`] = message
    }
    expect(seen).toEqual(Object.fromEntries([...written].filter(([wrong]) => wrong.startsWith(`${name} `))))
  },
)

test.each(calls.filter(({ endpoint }) => endpoint.body))(
  '$name ignores fields that it doesn’t have [T-35]',
  async ({ endpoint }) => {
    // Of the lowest rank that may call, who could still rise.
    const caller = endpoint.access === 'user' ? await app.user() : await app.superUser()
    const stranger = await app.user()
    const sent = await sampleOf(endpoint, caller)
    const before = await ranking()
    const has = Object.keys(schemaOf(endpoint.body as never).properties ?? {})
    const extra = {
      id: someId,
      userId: stranger.id,
      role: 'super-user',
      isPrimaryAdmin: true,
      createdAt: someTime,
      username: 'somebody.else',
    }
    const added = Object.fromEntries(Object.entries(extra).filter(([field]) => !has.includes(field)))
    const body = { ...added, ...(sent.body as object) }
    const { status } = await sendSample(app.as(caller), endpoint, { ...sent, body })
    expect(status).not.toBe(500)
    expect(before).toEqual(expect.arrayContaining(await ranking()))
    for (const { name } of await app.db.introspection.getTables()) {
      const rows: object[] = await app.db
        .selectFrom(name as 'users')
        .selectAll()
        .execute()
      const taken = {
        id: someId,
        ...(!has.includes('userId') && { userId: stranger.id }),
        createdAt: someTime,
        username: 'somebody.else',
      }
      for (const [column, value] of Object.entries(taken))
        expect(rows, name).not.toContainEqual(expect.objectContaining({ [column]: value }))
    }
  },
)

test.each(calls.filter(({ endpoint }) => endpoint.query))(
  '$name names a parameter that is given twice [T-35]',
  async ({ endpoint }) => {
    const caller = app.as(endpoint.access === 'public' ? null : primary)
    const sent = await sampleOf(endpoint, primary)
    for (const [field, schema] of Object.entries(schemaOf(endpoint.query).properties ?? {})) {
      if (JSON.stringify(schema).includes('"array"')) continue
      const value = sent.query[field] ?? (await exampleOf(schema))
      const query = { ...sent.query, [field]: undefined, [`${field}=${value}&${field}`]: value }
      const { status, text } = await sendSample(caller, endpoint, { ...sent, query })
      expect([field, status, text]).toEqual([field, 400, expect.stringContaining(`"path":"${field}"`)])
    }
  },
)

const someId = 777_777
const someTime = '2001-01-01T00:00:00.000Z'
const ranking = () =>
  app.db.selectFrom('users').select(['id', 'isPrimaryAdmin']).where('role', '!=', 'user').execute()
