import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { settingKeys } from '#contract/settings.ts'
import type { Deps } from '#server/deps.ts'
import { parsed } from './fuzz-judge.ts'
import { collectionOf } from './fuzz-request.ts'

const tables = {
  campuses: 'campuses',
  restaurants: 'restaurants',
  ratings: 'ratings',
  users: 'users',
  favorites: 'favorites',
  lunches: 'lunches',
  visits: 'visits',
  suggestions: 'suggestions',
  passkeys: 'passkeys',
  alerts: 'systemAlerts',
  trash: 'trash',
  mails: 'deliveries',
} as const

/** The ids and names in the fixture, by the kind used in references, latest last. */
export async function fixtureValues(
  { db }: Deps,
  dataDir: string,
): Promise<Map<string, (string | number)[]>> {
  const made = new Map<string, (string | number)[]>([
    ['system-settings', settingKeys],
    ['try', ['mapbox', 'geocoder', 'mail', 'oidc', 'yelp']],
    ['map', ['x']],
    ['files', await readdir(join(dataDir, 'backups'))],
  ])
  for (const [kind, table] of Object.entries(tables)) {
    const rows = await db.selectFrom(table).select('id').orderBy('id').execute()
    made.set(kind, rows.map(({ id }) => id).slice(-20))
  }
  const campuses = await db.selectFrom('campuses').select('code').execute()
  made.set(
    'campus-codes',
    campuses.map(({ code }) => code),
  )
  const names = await db.selectFrom('departments').select('name').execute()
  made.set(
    'departments',
    names.map(({ name }) => name),
  )
  const pictures = await db.selectFrom('images').select('hash').execute()
  made.set(
    'images',
    pictures.map(({ hash }) => hash),
  )
  return made
}

/** The ids, names and tokens in a response that later requests can use. */
export function valuesIn(call: string, text: string): Map<string, (string | number)[]> {
  const found = new Map<string, (string | number)[]>()
  const note = (kind: string, value: unknown) => {
    if (typeof value === 'number' || typeof value === 'string')
      found.set(kind, [...(found.get(kind) ?? []), value])
  }
  for (const [, hash = ''] of text.slice(0, 20_000).matchAll(/\/api\/images\/([\w-]+)/g)) note('images', hash)
  for (const [, token = ''] of text.matchAll(/\/api\/calendar\/([\w-]+)\.ics/g)) note('calendars', token)
  const reply = parsed(text)
  const collection = collectionOf(call)
  for (const item of itemsOf(reply).slice(0, 10)) {
    note(collection, item.id)
    note('files', item.filename)
    if (collection === 'campuses') note('campus-codes', item.code)
  }
  return found
}

function itemsOf(reply: unknown): Record<string, unknown>[] {
  const items = Array.isArray(reply) ? reply : [reply]
  return items.filter(item => typeof item === 'object' && item !== null)
}
