import { type Kysely, sql } from 'kysely'
import { engineOf } from './drivers/dialect.ts'
import { prepared } from './drivers/prepared.ts'
import { type Database, type Db, type Tables, tableNames } from './schema.ts'

/*
 * Every table has a version, which triggers increment in the transaction that changes the table. So no writer
 * can forget it, and once a write is committed, every reader sees a higher version. Cached replies rely on
 * this (kit/server/http/serve-cached.ts).
 */

/** How often each table has changed. */
export type TableVersions = ReadonlyMap<string, number>

const selectVersions = prepared()(db =>
  db
    .selectFrom('tableVersions')
    .select(eb => ['name', eb.fn.sum<number>('version').as('version')])
    .groupBy('name'),
)

export async function readTableVersions(db: Db): Promise<TableVersions> {
  return new Map((await selectVersions(db, {})).map(({ name, version }) => [name, version]))
}

/** How often rows that belong to a user have changed. */
export async function readOwnerVersion(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('ownerVersions')
    .select('version')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** Tables whose rows each belong to one user (`userId`): a change affects only that user's version. */
export const ownedTables = (tables: Tables): readonly string[] =>
  tableNames(tables).filter(name => tables[name].version === 'owner')

/** Tables without a version: no cached reply may read them. */
export const unversionedTables = (tables: Tables): readonly string[] =>
  tableNames(tables).filter(name => tables[name].version === 'none')

/** The version of a table is the sum of its counters. */
const countersOf = (tables: Tables, name: string): number =>
  name in tables ? tables[name as keyof Tables].counters : 1

// Part of the triggers' names: increase it when the triggers change.
const revision = 'versions1'

/**
 * Creates missing triggers and increments the versions of their tables. Call it after migrations and after
 * replacing tables. It takes a single query if nothing is missing.
 */
export async function trackVersions(db: Kysely<Database> | Db, tables: Tables): Promise<void> {
  if ((await findUntracked(db, tables)).length === 0) return
  if (db.isTransaction) return track(db, tables)
  await db.transaction().execute(tx => track(tx, tables))
}

async function track(tx: Db, tables: Tables): Promise<void> {
  const isPostgres = engineOf(tx) === 'postgres'
  if (isPostgres) {
    // Processes that start at the same time take turns.
    await sql`lock table "tableVersions" in share row exclusive mode`.execute(tx)
    for (const statement of postgresFunctions) await sql.raw(statement).execute(tx)
  }
  const owned = ownedTables(tables)
  for (const table of await findUntracked(tx, tables)) {
    const isOwned = owned.includes(table)
    const counters = countersOf(tables, table)
    for (const statement of isPostgres
      ? postgresTriggers(table, isOwned, counters)
      : sqliteTriggers(table, isOwned))
      await sql.raw(statement).execute(tx)
    await incrementVersions(tx, table, isOwned ? 'owner' : counters)
  }
}

async function incrementVersions(tx: Db, table: string, counters: 'owner' | number): Promise<void> {
  if (counters === 'owner') {
    await sql`update "ownerVersions" set "version" = "version" + 1`.execute(tx)
    return
  }
  const slots = Array.from({ length: counters }, (_, slot) => ({ name: table, slot, version: 1 }))
  await tx
    .insertInto('tableVersions')
    .values(slots)
    .onConflict(conflict =>
      conflict.columns(['name', 'slot']).doUpdateSet(eb => ({
        version: eb('tableVersions.version', '+', 1),
      })),
    )
    .execute()
}

async function findUntracked(db: Db, tables: Tables): Promise<string[]> {
  const left = sql.join(
    [...unversionedTables(tables), 'kysely_migration', 'kysely_migration_lock'].map(n => sql.lit(n)),
  )
  const last = sql.lit(`${revision}_delete`)
  const { rows } = await (engineOf(db) === 'postgres'
    ? sql<{ name: string }>`
        select relname as name from pg_class
        where relkind = 'r' and relname not in (${left})
          and relnamespace = (select oid from pg_namespace where nspname = current_schema())
          and not exists (select from pg_trigger where tgrelid = pg_class.oid and tgname = ${last})
        order by relname`
    : sql<{ name: string }>`
        select name from sqlite_master t
        where type = 'table' and name not like 'sqlite\\_%' escape '\\' and name not in (${left})
          and not exists (
            select 1 from sqlite_master where type = 'trigger' and tbl_name = t.name and name = t.name || '_' || ${last}
          )
        order by name`
  ).execute(db)
  return rows.map(row => row.name)
}

function sqliteTriggers(table: string, isOwned: boolean): string[] {
  const count = (row: 'new' | 'old') =>
    isOwned
      ? `insert into "ownerVersions" values (${row}."userId", 1)
           on conflict ("userId") do update set "version" = "version" + 1`
      : `update "tableVersions" set "version" = "version" + 1 where "name" = '${table}' and "slot" = 0`
  const trigger = (event: 'insert' | 'update' | 'delete', statements: string[]) =>
    `create trigger "${table}_${revision}_${event}" after ${event} on "${table}" begin ${statements.join('; ')}; end`
  return [
    trigger('insert', [count('new')]),
    trigger('update', isOwned ? [count('old'), count('new')] : [count('new')]),
    trigger('delete', [count('old')]),
  ]
}

// Each statement increments one of the table's counters, preferably one that no other transaction has locked.
const postgresFunctions = [
  `create or replace function "countTableVersion"() returns trigger language plpgsql as $$
   begin
     update "tableVersions" set "version" = "version" + 1 where "name" = tg_argv[0] and "slot" = (
       select "slot" from "tableVersions" where "name" = tg_argv[0] order by "slot" for update skip locked limit 1
     );
     if not found then
       update "tableVersions" set "version" = "version" + 1
       where "name" = tg_argv[0] and "slot" = pg_backend_pid() % tg_argv[1]::integer;
     end if;
     return null;
   end $$`,
  ...(['new', 'old'] as const).map(
    rows => `create or replace function "countOwnerVersionOf_${rows}"() returns trigger language plpgsql as $$
   begin
     insert into "ownerVersions" select distinct "userId", 1 from "${rows}Rows" order by 1
     on conflict ("userId") do update set "version" = "ownerVersions"."version" + 1;
     return null;
   end $$`,
  ),
]

function postgresTriggers(table: string, isOwned: boolean, counters: number): string[] {
  const trigger = (event: string, of: string, count: string) =>
    `create trigger "${revision}_${event}" after ${event} on "${table}" ${of} for each statement execute function ${count}`
  if (!isOwned)
    return ['insert', 'update', 'truncate', 'delete'].map(event =>
      trigger(event, '', `"countTableVersion"('${table}', '${counters}')`),
    )
  // The owner of a row never changes, so the new rows of an update name all owners concerned.
  return [
    trigger('insert', 'referencing new table as "newRows"', '"countOwnerVersionOf_new"()'),
    trigger('update', 'referencing new table as "newRows"', '"countOwnerVersionOf_new"()'),
    trigger('delete', 'referencing old table as "oldRows"', '"countOwnerVersionOf_old"()'),
  ]
}
