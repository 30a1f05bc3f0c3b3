import { sql } from 'kysely'
import { engineOf } from '#server/database/dialect.ts'
import type { Db, RatingRow } from '#server/database/schema.ts'

export type SingleRating = {
  userId: number
  restaurantId: number
  value: number
  comment: string | null
  /** Keep the comment of an existing rating; `comment` is then only for a new rating. */
  keepsComment: boolean
  /** Add a rating if there is none yet. */
  mayAdd: boolean
  time: string
}

/**
 * Saves a rating and its tallies in a single statement, because on PostgreSQL each statement of a transaction
 * is a round trip. Takes the locks of rating-locks-store.ts, in the same order. Returns undefined if this
 * isn't possible: on SQLite, or if something is missing or has just been changed. The caller then runs a
 * transaction step by step, which finds out what is wrong.
 */
export async function rateInOneStatement(
  db: Db,
  rating: SingleRating,
): Promise<{ rating: RatingRow; isNew: boolean } | undefined> {
  if (engineOf(db) !== 'postgres') return undefined
  const { userId, restaurantId, value, comment, keepsComment, mayAdd, time } = rating
  const { rows } = await sql<RatingRow & { before: number | null }>`
    with "old" as materialized (
      select "value" from "ratings" where "userId" = ${userId} and "restaurantId" = ${restaurantId}
    ),
    "rater" as materialized (
      select "id", "department" from "users" where "id" = ${userId} for no key update
    ),
    "place" as materialized (
      select "id" from "restaurants"
      where "id" = ${restaurantId} and exists (select from "rater") for no key update
    ),
    -- The old value was read before the locks: where it isn't that any more, nothing is written.
    "changed" as (
      update "ratings" set "value" = ${value}, "updatedAt" = ${time},
        "comment" = case when ${keepsComment}::boolean then "comment" else ${comment} end
      from "old", "place"
      where "userId" = ${userId} and "restaurantId" = "place"."id" and "ratings"."value" = "old"."value"
      returning "ratings".*, "old"."value" as "before"
    ),
    "added" as (
      insert into "ratings" ("userId", "restaurantId", "value", "comment", "createdAt", "updatedAt")
      select ${userId}, "place"."id", ${value}, ${comment}, ${time}, ${time} from "place"
      where ${mayAdd}::boolean and not exists (select from "old")
      on conflict do nothing
      returning *
    ),
    "saved" as (
      select * from "changed" union all select *, null from "added"
    ),
    "difference" as (
      select "restaurantId", ("before" is null)::integer as "count", "value" - coalesce("before", 0) as "sum",
        "value" * "value" - coalesce("before" * "before", 0) as "squares"
      from "saved"
    ),
    "counted" as (
      update "restaurants" set "ratingCount" = "ratingCount" + "count", "ratingSum" = "ratingSum" + "sum",
        "ratingSquares" = "ratingSquares" + "squares"
      from "difference" where "restaurants"."id" = "restaurantId"
    ),
    "talliedByDepartment" as (
      insert into "departmentTallies" as "tally" ("restaurantId", "department", "ratingCount", "ratingSum")
      select "restaurantId", "department", "count", "sum" from "difference", "rater"
      on conflict ("restaurantId", "department") do update set
        "ratingCount" = "tally"."ratingCount" + excluded."ratingCount",
        "ratingSum" = "tally"."ratingSum" + excluded."ratingSum"
    )
    select * from "saved"`.execute(db)
  const [saved] = rows
  if (!saved) return undefined
  const { before, ...row } = saved
  return { rating: row, isNew: before === null }
}
