import * as z from 'zod/mini'
import { Id } from '#contract/fields.ts'
import { lunchStates } from '#contract/lunches.ts'
import { decisionKinds } from '#domain/lunch-decision.ts'
import { Count, name, nullableText, Position, TiedColumn, Time } from './checks.ts'
import { leftOut, table } from './table.ts'

/** Lunches, who is in, where they may go, and who voted for what: in backups. */
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
      /** No foreign key: a department that is deleted must not show its lunches to everybody. */
      department: nullableText(100),
      state: z.enum(lunchStates),
      decidedRestaurantId: z.nullable(Id),
      decidedName: nullableText(300),
      decidedHow: z.nullable(z.enum(decisionKinds)),
      /** The tied restaurants' ids as JSON. */
      decidedTied: TiedColumn,
      /** Kept with everybody who joins or leaves, so that the database itself refuses more people than there are seats. */
      peopleCount: leftOut('recounted from the people', z._default(Count, 0)),
      version: Count,
      createdAt: Time,
      /** Everybody who was in has a visit, and gets no second one. */
      visitsEntered: z._default(z.boolean(), false),
    },
    { version: 'none' },
  ),

  /** Those who are in, in the order of `position`. */
  lunchPeople: table(
    { lunchId: Id, userId: Id, position: Position },
    { key: ['lunchId', 'userId'], version: 'none' },
  ),

  /** No foreign key on the restaurant: one that was deleted can come back from the trash, into open votes too. */
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
