import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { lunchStates } from '#contract/lunches.ts'
import { decisionKinds } from '#domain/lunch-decision.ts'
import { Count, name, nullableText, Position, TiedColumn, Time } from './checks.ts'
import { leftOut, table } from './table.ts'

/** Lunches with their people, places and votes. They are in backups. */
export const lunchTables = {
  lunches: table(
    {
      campusCode: name(60),
      hostId: z.nullable(Id),
      leavesAt: Time,
      decidesAt: z.nullable(Time),
      meetingPoint: nullableText(300),
      note: nullableText(1000),
      seats: z.nullable(Count),
      /** No foreign key: deleting a department must not reveal its lunches to everyone. */
      department: nullableText(100),
      state: z.enum(lunchStates),
      decidedRestaurantId: z.nullable(Id),
      decidedName: nullableText(300),
      decidedHow: z.nullable(z.enum(decisionKinds)),
      /** The tied restaurants' ids as JSON. */
      decidedTied: TiedColumn,
      /**
       * Updated whenever someone joins or leaves, so that the
       * database itself rejects more people than there are seats.
       */
      peopleCount: leftOut('recounted from the people', z._default(Count, 0)),
      version: Count,
      createdAt: Time,
      /** Null if the lunch has not changed since this column exists. */
      changedAt: z._default(z.nullable(Time), null),
      /** The visits of everyone who was in have been added, and must not be added again. */
      visitsEntered: z._default(z.boolean(), false),
    },
    { version: 'none' },
  ),

  /** The people in each lunch, ordered by `position`. */
  lunchPeople: table(
    { lunchId: Id, userId: Id, position: Position },
    { key: ['lunchId', 'userId'], version: 'none' },
  ),

  /**
   * The places of each lunch. No foreign key on the restaurant: a deleted one can be restored from the trash,
   * even into an open vote.
   */
  lunchOptions: table(
    {
      lunchId: Id,
      restaurantId: Id,
      /** The restaurant's name when it was added. */
      name: name(300),
      addedBy: z.nullable(Id),
      position: Position,
    },
    { key: ['lunchId', 'restaurantId'], version: 'none' },
  ),

  lunchVotes: table(
    { lunchId: Id, restaurantId: Id, userId: Id },
    { key: ['lunchId', 'restaurantId', 'userId'], version: 'none' },
  ),
}
