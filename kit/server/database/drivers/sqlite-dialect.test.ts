// On one engine: SQLite’s statements.
import SqliteDatabase from 'better-sqlite3'
import { Kysely, sql } from 'kysely'
import { expect, test } from 'vitest'
import { DurableSqliteDialect } from './sqlite-dialect.ts'

test('a statement is planned once, not for each value', async () => {
  const db = new Kysely({ dialect: new DurableSqliteDialect(new SqliteDatabase(':memory:')) })
  await sql`create table meals (dish text, day text)`.execute(db)
  await sql`create index meals_dish on meals (dish)`.execute(db)
  await sql`create index meals_day on meals (day)`.execute(db)
  await sql`
    with recursive counter (n) as (values (0) union all select n + 1 from counter where n < 1999)
    insert into meals select case when n < 1900 then 'soup' else 'dish' || n end, 'day' || (n % 40) from counter`.execute(
    db,
  )
  await sql`analyze`.execute(db)

  const planFor = (dish: string) =>
    sql`explain query plan select * from meals where dish = ${dish} and day = ${'day1'}`.execute(db)
  // If it looked at the values, SQLite would find soup by the day and everything else by the dish.
  expect(await planFor('soup')).toEqual(await planFor('dish1950'))
  await db.destroy()
})
