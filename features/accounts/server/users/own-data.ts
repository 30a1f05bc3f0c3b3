import { sql } from 'kysely'
import * as z from 'zod/mini'
import { findImageBytes } from '#features/images/server/images-store.ts'
import { find, list } from '#kit/server/database/rows.ts'
import { type Db, type TableName, type Tables, tableNames } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { User } from '../../people-contract.ts'
import { userNotFound } from './account-state.ts'
import { presentUser } from './present-user.ts'

type Row = Record<string, unknown>

/** The columns that say whose a row is. */
const ownerColumns = ['userId', 'hostId', 'addedBy']

/** What could be used to act as the user, to write to their devices, or to recognize a secret. */
const secret = /hash|token|key|handle|credential|endpoint|p256dh|auth|challenge|sessionUrl/i

/** Counters, and work that is gone within days. */
const bookkeeping: readonly TableName[] = ['ownerVersions', 'passkeyChallenges', 'mailTokens']

/**
 * Everything that is stored about a user, as text in JSON: their account, their picture, and their rows of every table
 * that has an owner. Entries of the audit log come without details, which may be about other people.
 */
export async function writeOwnData({ config, db, schema, now }: Deps, id: number): Promise<Uint8Array> {
  const user = await find(db, 'users', { id })
  if (!user) throw userNotFound()
  const picture = user.imageHash === null ? undefined : await findImageBytes(db, user.imageHash, 'bytes')
  const rows = await readOwnRows(db, schema.tables, id)
  const data = {
    application: config.appName,
    address: config.appUrl,
    writtenAt: now().toISOString(),
    // Only what the API shows: the row has the hash of the password.
    account: z.parse(User, presentUser(user)),
    picture: picture ? `data:image/webp;base64,${Buffer.from(picture).toString('base64')}` : null,
    ...(await withNames(db, rows)),
  }
  return Buffer.from(JSON.stringify(data, null, 2))
}

async function readOwnRows(db: Db, tables: Tables, id: number): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  for (const table of tableNames(tables).filter(name => !bookkeeping.includes(name))) {
    const columns = Object.keys(tables[table].columns)
    const owners = columns.filter(column => ownerColumns.includes(column))
    if (owners.length === 0) continue
    const isOwn = sql.join(
      owners.map(owner => sql`${sql.ref(owner)} = ${id}`),
      sql` or `,
    )
    const { rows } = await sql<Row>`select * from ${sql.table(table)} where ${isOwn}`.execute(db)
    const shown = columns.filter(
      column => !secret.test(column) && !(table === 'auditLogs' && column === 'details'),
    )
    found[table] = rows.map(row => Object.fromEntries(shown.map(column => [column, row[column]])))
  }
  return found
}

/** Rows name restaurants and lunches by their ids only: adds the name, and the time of departure. */
async function withNames(db: Db, tables: Record<string, Row[]>): Promise<Record<string, Row[]>> {
  const all = Object.values(tables).flat()
  const idsIn = (column: string) => [...new Set(all.flatMap(row => Number(row[column] ?? []) || []))]
  const restaurants = await list(db, 'restaurants', { id: idsIn('restaurantId') })
  const lunches = await list(db, 'lunches', { id: idsIn('lunchId') })
  const names = new Map(restaurants.map(({ id, name, address }) => [id, `${name}, ${address}`]))
  const times = new Map(lunches.map(({ id, leavesAt }) => [id, leavesAt]))
  const named = (row: Row) => ({
    ...row,
    ...(row.restaurantId !== undefined && { restaurant: names.get(Number(row.restaurantId)) ?? null }),
    ...(row.lunchId !== undefined && { lunchLeavesAt: times.get(Number(row.lunchId)) ?? null }),
  })
  return Object.fromEntries(Object.entries(tables).map(([table, rows]) => [table, rows.map(named)]))
}
