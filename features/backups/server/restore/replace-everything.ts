import { type RawBuilder, sql } from 'kysely'
import { type Actor, recordBulkAudit } from '#features/audit/server/record-audit.ts'
import { chatChannel } from '#features/chat/server/chat-poster.ts'
import { removeUnusedImages } from '#features/images/server/images-store.ts'
import { recountLunchPeople } from '#features/lunches/server/lunch-people.ts'
import { lunchTopic } from '#features/lunches/server/news/tell.ts'
import { keepPushDevices, pushChannel } from '#features/push/server/push-devices-store.ts'
import type { TrashKind } from '#features/trash/contract.ts'
import { type Role, rankOf } from '#kit/rules/roles.ts'
import { withLongTimeouts } from '#kit/server/database/connection/open.ts'
import { advanceIdSequence, engineOf } from '#kit/server/database/drivers/dialect.ts'
import { removeInBatches } from '#kit/server/database/remove-before.ts'
import { change, find, insert, list, remove } from '#kit/server/database/rows.ts'
import {
  type BackupTable,
  backupTableNames,
  type Db,
  type Row,
  type Tables,
} from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import { announce } from '#kit/server/jobs/changes-store.ts'
import type { Lease } from '#kit/server/jobs/lease.ts'
import { type BackupRow, damaged } from '../format/backup-format.ts'
import { insertRows, type StagedBackup } from '../format/stage-backup.ts'
import { rowsOf } from '../format/table-rows.ts'
import { keepAccounts, mergeAccount, readCredentials, restoreCredentials } from './keep-accounts.ts'
import { mergeAuditLog } from './merge-audit-log.ts'

export type Restorer = Actor & { viewer: Viewer | null }

type Replacement = { runId: number; lease: Lease; by: Restorer; filename: string; safetyBackup: string }

/** Replaces all rows and pictures with those of a staged backup, in one transaction that also records the restore. */
export async function replaceEverything(
  { config, db, schema, now }: Deps,
  staged: StagedBackup,
  { runId, lease, by, filename, safetyBackup }: Replacement,
): Promise<void> {
  const { tables } = schema
  const replace = async (tx: Db) => {
    await lockAllTables(tx, tables)
    const before = await listPeople(tx)
    const survivors = await findSurvivors(tx, by.viewer)
    const session =
      by.viewer?.sessionHash && (await find(tx, 'sessions', { tokenHash: by.viewer.sessionHash }))
    const credentials = await readCredentials(tx, survivors)

    for (const table of backupTableNames(tables).toReversed()) {
      if (table !== 'auditLogs') await removeInBatches(tx, table)
    }
    await copyPictures(tx, staged.db)
    await copyRows(tx, staged.db, tables, survivors)
    const after = await listPeople(tx)
    const idOf = newIds(before, after)
    if (session) await insert(tx, 'sessions', { ...session, userId: idOf(session.userId) ?? 0 })
    await mergeAuditLog(tx, staged.db, idOf)
    await continueIds(tx, tables)
    const owners = survivors.map(({ id }) => ({ before: id, after: idOf(id) ?? id }))
    await restoreCredentials(tx, credentials, owners)
    await tx.deleteFrom('tasteModels').execute()
    await recountLunchPeople(tx)
    const campusCodes = tx.selectFrom('campuses').select('code')
    await tx.deleteFrom('campusWebhooks').where('campusCode', 'not in', campusCodes).execute()
    await keepPushDevices(tx, idOf)
    // They may refer to lunches whose ids now belong to other ones.
    await remove(tx, 'deliveries', { channel: [chatChannel, pushChannel] })
    await removeUnusedImages(tx)

    const time = now().toISOString()
    const rolesRaised = emailsWithRaisedRoles(before, after)
    const details = (raised: string[]) => ({
      filename,
      createdAt: staged.header.createdAt,
      safetyBackup,
      rolesRaised: rolesRaised.length,
      raised,
    })
    const viewer = by.viewer && { id: idOf(by.viewer.id) ?? by.viewer.id }
    const actor = { ...by, viewer }
    await recordBulkAudit(tx, { action: 'BACKUP_RESTORED', items: rolesRaised, details, by: actor, time })
    await announce(tx, { topic: lunchTopic, changed: 'all', time })
    await change(tx, 'restoreRuns', { id: runId }, { finishedAt: time })
    // Last, because it blocks renewing the lease, and a long restore would then look like an interrupted one.
    await lease.requireHeld(tx)
  }
  await withLongTimeouts(config.databaseUrl, db, all => all.transaction().execute(replace))
}

// Readers still see the old data; writers wait. On SQLite the transaction has the write lock anyway.
async function lockAllTables(tx: Db, tables: Tables): Promise<void> {
  if (engineOf(tx) !== 'postgres') return
  const names = [
    ...backupTableNames(tables),
    'sessions',
    'accessTokens',
    'mailTokens',
    'images',
    'departmentTallies',
    'signInDays',
    'websiteChecks',
    'pushDevices',
  ]
  await sql`lock table ${sql.join(names.map(name => sql.table(name)))} in exclusive mode`.execute(tx)
}

async function findSurvivors(tx: Db, viewer: Viewer | null): Promise<Row<'users'>[]> {
  return tx
    .selectFrom('users')
    .selectAll()
    .where(eb => eb.or([eb('isPrimaryAdmin', '=', true), eb('id', '=', viewer?.id ?? 0)]))
    .execute()
}

async function copyPictures(tx: Db, backup: Db): Promise<void> {
  const hashes = await backup.selectFrom('images').select('hash').execute()
  for (const { hash } of hashes) {
    const picture = await backup
      .selectFrom('images')
      .selectAll()
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('images')
      .values(picture)
      .onConflict(conflict => conflict.column('hash').doNothing())
      .execute()
  }
}

/** Copies all rows except the audit log's. */
async function copyRows(tx: Db, backup: Db, tables: Tables, survivors: Row<'users'>[]): Promise<void> {
  const pictures = new Set((await tx.selectFrom('images').select('hash').execute()).map(({ hash }) => hash))
  const withPicture = (row: BackupRow) =>
    row.imageHash === undefined || pictures.has(String(row.imageHash)) ? row : { ...row, imageHash: null }
  const identities = await backup
    .selectFrom('users')
    .select(['id', 'email', 'username', 'isPrimaryAdmin'])
    .execute()
  const { matches, additions } = keepAccounts(identities, survivors)
  const isThereAnAdmin = survivors.some(({ isPrimaryAdmin }) => isPrimaryAdmin)
  if (!isThereAnAdmin && !identities.some(({ isPrimaryAdmin }) => isPrimaryAdmin))
    throw damaged('neither it nor the database has a primary admin')
  const asKept = (row: BackupRow) =>
    mergeAccount(row as unknown as Row<'users'>, matches.get(Number(row.id)), isThereAnAdmin)
  for (const table of backupTableNames(tables).filter(name => name !== 'auditLogs')) {
    for await (const rows of rowsOf(backup, table, tables[table])) {
      const copies = rows.map(withPicture)
      await insertRows(tx, table, table === 'users' ? copies.map(asKept) : copies)
    }
    if (table === 'users') await insertRows(tx, 'users', await withExistingCampusAndDepartment(tx, additions))
  }
}

/** Moves accounts whose campus or department is gone to the first one. */
async function withExistingCampusAndDepartment(tx: Db, users: Row<'users'>[]): Promise<Row<'users'>[]> {
  const campuses = (await list(tx, 'campuses', {}, { order: ['position'] })).map(({ code }) => code)
  const departments = (await list(tx, 'departments', {}, { order: ['position'] })).map(({ name }) => name)
  const orFirst = (requested: string, known: string[]) =>
    known.includes(requested) ? requested : (known[0] ?? requested)
  return users.map(user => ({
    ...user,
    campusCode: orFirst(user.campusCode, campuses),
    department: orFirst(user.department, departments),
  }))
}

type Person = { id: number; email: string; role: Role; isPrimaryAdmin: boolean }

const listPeople = (tx: Db): Promise<Person[]> =>
  tx.selectFrom('users').select(['id', 'email', 'role', 'isPrimaryAdmin']).execute()

/** The new id of an account from before the restore; accounts are matched by email. */
function newIds(before: Person[], after: Person[]): (userId: number) => number | null {
  const emails = new Map(before.map(({ id, email }) => [id, email]))
  const ids = new Map(after.map(({ id, email }) => [email, id]))
  return userId => ids.get(emails.get(userId) ?? '') ?? null
}

function emailsWithRaisedRoles(before: Person[], after: Person[]): string[] {
  const ranks = new Map(before.map(person => [person.email, rankOf(person)]))
  return after.filter(person => rankOf(person) > (ranks.get(person.email) ?? 1)).map(({ email }) => email)
}

/**
 * Sets each table's id counter after the largest id that its rows have or that anything still refers to. Favorites,
 * visits, the trash and the audit log may refer to rows deleted long ago, whose ids no new row must take over.
 */
async function continueIds(tx: Db, tables: Tables): Promise<void> {
  for (const table of backupTableNames(tables).filter(name => tables[name].hasAutoId)) {
    const all = sql.join([maxOf(table, 'id'), ...referencesTo(table, tables)], sql` union all `)
    const largest = sql<{ id: number | null }>`select max("id") as "id" from (${all}) as "all"`
    const [row] = (await largest.execute(tx)).rows
    await advanceIdSequence(tx, table, row?.id ?? 0)
  }
}

/** Columns that refer to rows of another table by id, in every table that has them. */
const columns: Record<string, BackupTable> = {
  userId: 'users',
  restaurantId: 'restaurants',
  decidedRestaurantId: 'restaurants',
  lunchId: 'lunches',
  standingId: 'standingLunches',
}

const trashed: Partial<Record<BackupTable, TrashKind>> = {
  restaurants: 'restaurant',
  ratings: 'rating',
  systemAlerts: 'alert',
}

function referencesTo(table: BackupTable, tables: Tables): RawBuilder<unknown>[] {
  const kind = trashed[table]
  return [
    ...backupTableNames(tables).flatMap(other =>
      Object.keys(tables[other].columns)
        .filter(column => columns[column] === table)
        .map(column => maxOf(other, column)),
    ),
    ...(kind ? [sql`select max("itemId") from "trash" where "kind" = ${kind}`] : []),
    ...(table === 'ratings' ? [maxOf('trashedRatings', 'id')] : []),
  ]
}

const maxOf = (table: BackupTable, column: string) =>
  sql`select max(${sql.ref(column)}) as "id" from ${sql.table(table)}`
