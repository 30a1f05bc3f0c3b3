import { type Kysely, sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'

/**
 * From here on the database itself keeps the tallies of ratings, whoever writes a rating, moves an account to another
 * department, or deletes an account or a restaurant. A later migration that replaces one of these tables has to create
 * its triggers again.
 *
 * A deleted account's ratings go before it does, since they are subtracted from its department. A renamed department
 * takes its tallies along by their foreign key: no account moves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = engineOf(db) === 'postgres'
  const statements = isPostgres ? [lockTables, ...recount, ...onPostgres] : [...recount, ...onSqlite]
  for (const statement of statements) await sql.raw(statement).execute(db)
}

// Processes of the version before may be rating: those transactions end first, and use the tables in this order, too.
const lockTables = `lock table "users", "restaurants", "departmentTallies", "ratings" in exclusive mode`

const recount = [
  `delete from "departmentTallies"`,
  `insert into "departmentTallies" select "restaurantId", "department", count(*), sum("value")
   from "ratings" join "users" on "users"."id" = "userId" group by "restaurantId", "department"`,
  `update "restaurants" set ("ratingCount", "ratingSum", "ratingSquares") = (
     select count(*), coalesce(sum("value"), 0), coalesce(sum("value" * "value"), 0)
     from "ratings" where "restaurantId" = "restaurants"."id"
   )`,
]

const orAdd = `on conflict ("restaurantId", "department") do update set
     "ratingCount" = "departmentTallies"."ratingCount" + excluded."ratingCount",
     "ratingSum" = "departmentTallies"."ratingSum" + excluded."ratingSum"`

/* An account moves from the department of its `old` row to that of its `new` one. */
const isNoRename = `exists (select 1 from "departments" where "name" = old."department")`
const rated = `select "restaurantId" from "ratings" where "userId" = old."id"`
const move = `
   insert into "departmentTallies"
   select "restaurantId", new."department", 1, "value" from "ratings" where "userId" = old."id" ${orAdd};
   update "departmentTallies" set "ratingCount" = "ratingCount" - 1, "ratingSum" = "ratingSum" - (
     select "value" from "ratings" where "userId" = old."id" and "restaurantId" = "departmentTallies"."restaurantId"
   ) where "department" = old."department" and "restaurantId" in (${rated});
   delete from "departmentTallies"
   where "ratingCount" = 0 and "department" = old."department" and "restaurantId" in (${rated});`

const tallyOf = (rating: 'new' | 'old') => `"restaurantId" = ${rating}."restaurantId"
     and "department" = (select "department" from "users" where "id" = ${rating}."userId")`

const onSqlite = [
  `create trigger "tally_insert" after insert on "ratings" begin
   update "restaurants" set "ratingCount" = "ratingCount" + 1, "ratingSum" = "ratingSum" + new."value",
     "ratingSquares" = "ratingSquares" + new."value" * new."value" where "id" = new."restaurantId";
   insert into "departmentTallies"
   select new."restaurantId", "department", 1, new."value" from "users" where "id" = new."userId" ${orAdd};
   end`,
  `create trigger "tally_update" after update of "value" on "ratings" when new."value" <> old."value" begin
   update "restaurants" set "ratingSum" = "ratingSum" + new."value" - old."value",
     "ratingSquares" = "ratingSquares" + new."value" * new."value" - old."value" * old."value"
   where "id" = new."restaurantId";
   update "departmentTallies" set "ratingSum" = "ratingSum" + new."value" - old."value" where ${tallyOf('new')};
   end`,
  // A deleted restaurant takes its tallies along.
  `create trigger "tally_delete" after delete on "ratings"
   when exists (select 1 from "restaurants" where "id" = old."restaurantId") begin
   update "restaurants" set "ratingCount" = "ratingCount" - 1, "ratingSum" = "ratingSum" - old."value",
     "ratingSquares" = "ratingSquares" - old."value" * old."value" where "id" = old."restaurantId";
   update "departmentTallies" set "ratingCount" = "ratingCount" - 1, "ratingSum" = "ratingSum" - old."value"
   where ${tallyOf('old')};
   delete from "departmentTallies" where "ratingCount" = 0 and ${tallyOf('old')};
   end`,
  `create trigger "tally_move" after update of "department" on "users"
   when new."department" <> old."department" and ${isNoRename} begin ${move} end`,
  `create trigger "tally_leave" before delete on "users" begin
   delete from "ratings" where "userId" = old."id";
   end`,
]

// Plans are made once, for one rating or many: hash joins would read all restaurants for each later rating.
const procedure = (name: string, body: string) =>
  `create function "${name}"() returns trigger language plpgsql set enable_hashjoin = off set enable_mergejoin = off as $$
   begin ${body} end $$`

// As other transactions do, by id: so none waits for another in a circle, and a restaurant that is just deleted is gone.
const lockRestaurants = (ids: string) =>
  `perform from "restaurants" where "id" in (${ids}) order by "id" for no key update;`

/** On PostgreSQL all ratings of a statement are tallied at once: those given as 1, those taken away as -1. */
const given = `select "restaurantId", "userId", "value", 1 as "sign" from "newRows"`
const taken = `select "restaurantId", "userId", "value", -1 as "sign" from "oldRows"`

const sums = (columns: string, ratings: string) =>
  `(select ${columns}, sum("sign") as "count", sum("sign" * "value") as "sum",
     sum("sign" * "value" * "value") as "squares" from ${ratings} group by ${columns}) as "change"`
const sumsByDepartment = (ratings: string) =>
  sums(`"restaurantId", "department"`, `(${ratings}) as "ratings" join "users" on "users"."id" = "userId"`)

const changeRestaurants = (ratings: string) =>
  `update "restaurants" set "ratingCount" = "ratingCount" + "count", "ratingSum" = "ratingSum" + "sum",
     "ratingSquares" = "ratingSquares" + "squares"
   from ${sums('"restaurantId"', `(${ratings}) as "ratings"`)} where "id" = "change"."restaurantId";`
const changeDepartments = (ratings: string) =>
  `update "departmentTallies" as "tally" set "ratingCount" = "ratingCount" + "count", "ratingSum" = "ratingSum" + "sum"
   from ${sumsByDepartment(ratings)}
   where "tally"."restaurantId" = "change"."restaurantId" and "tally"."department" = "change"."department";`

const onPostgres = [
  procedure(
    'tallyInsert',
    `${changeRestaurants(given)}
     insert into "departmentTallies" select "restaurantId", "department", "count", "sum"
     from ${sumsByDepartment(given)} ${orAdd};
     return null;`,
  ),
  `create trigger "tally_insert" after insert on "ratings" referencing new table as "newRows"
   for each statement execute function "tallyInsert"()`,
  procedure(
    'tallyUpdate',
    `${changeRestaurants(`${given} union all ${taken}`)}
     ${changeDepartments(`${given} union all ${taken}`)}
     return null;`,
  ),
  `create trigger "tally_update" after update on "ratings" referencing new table as "newRows" old table as "oldRows"
   for each statement execute function "tallyUpdate"()`,
  procedure(
    'tallyDelete',
    `${lockRestaurants(`select "restaurantId" from "oldRows"`)}
     -- A deleted restaurant takes its tallies along.
     if found then
       ${changeRestaurants(taken)}
       ${changeDepartments(taken)}
       delete from "departmentTallies"
       where "ratingCount" = 0 and "restaurantId" in (select "restaurantId" from "oldRows");
     end if;
     return null;`,
  ),
  `create trigger "tally_delete" after delete on "ratings" referencing old table as "oldRows"
   for each statement execute function "tallyDelete"()`,
  procedure('tallyMove', `if ${isNoRename} then ${lockRestaurants(rated)} ${move} end if; return null;`),
  `create trigger "tally_move" after update of "department" on "users" for each row
   when (new."department" <> old."department") execute function "tallyMove"()`,
  procedure('tallyLeave', `delete from "ratings" where "userId" = old."id"; return old;`),
  `create trigger "tally_leave" before delete on "users" for each row execute function "tallyLeave"()`,

  // What a process of the version before adds by itself, until it is replaced, is ignored.
  procedure(
    'keepTally',
    `if tg_table_name = 'departmentTallies' then return null; end if;
     new."ratingCount" := old."ratingCount";
     new."ratingSum" := old."ratingSum";
     new."ratingSquares" := old."ratingSquares";
     return new;`,
  ),
  `create trigger "keep_tally" before update of "ratingCount", "ratingSum", "ratingSquares" on "restaurants"
   for each row when (pg_trigger_depth() = 0) execute function "keepTally"()`,
  `create trigger "keep_tally" before insert or update or delete on "departmentTallies"
   for each row when (pg_trigger_depth() = 0) execute function "keepTally"()`,
]
