import type * as z from 'zod/mini'
import { tables } from '#app/tables.ts'
import type { Database } from '#kit/server/database/schema.ts'

/* Texts that cause harm if treated as more than plain text, for every column that holds text written by people. */

const script = '"><img src=x onerror=alert(1)><svg/onload=alert(2)>{{7*7}}'
const backwards = '\u202Etxet sdrawkcab'
/** Wider than any screen, and ten kilobytes long unless the column is shorter. */
const endless = 'W'.repeat(10_000)
export const hostileStrings = [script, backwards, endless] as const

/** Whether each of them is in the text, at least in part if there was no room for more. */
export const hasAllHostileStrings = (text: string) =>
  ['"><img src=x onerror=alert(1)>', backwards, 'W'.repeat(60)].every(part => text.includes(part))

/** Columns that never hold free text, because users can't write them or the text is validated, with the reason. */
export const notWritten: Record<string, string> = {
  ...because(
    'letters and digits only',
    `campuses.code users.campusCode restaurants.campusCode lunches.campusCode standingLunches.campusCode
    suggestions.campusCode campusWebhooks.campusCode geocodes.campusCode distanceRuns.campusCode
    importRuns.campusCode restaurants.yelpId restaurants.osmId slowRequests.route`,
  ),
  ...because(
    'one of a list',
    `users.diets restaurants.diets restaurants.openingTimes systemSettings.key auditLogs.action
    deliveries.channel deliveries.kind leases.name geocodes.geocoder changes.topic pushChoices.kinds
    standingDays.keeps pushNotices.kind tableVersions.name`,
  ),
  ...because(
    'an address that was checked',
    `mailTokens.email deliveries.destination deliveries.server campusWebhooks.url pushDevices.endpoint
    pushDevices.host sessions.endSessionUrl signOns.next`,
  ),
  ...because(
    'a hash, a random value or a mark of our own, which no screen shows',
    `images.hash sessions.tokenHash passkeyChallenges.challenge passkeyChallenges.userHandle signOns.tokenHash
    mailTokens.tokenHash accessTokens.tokenHash throttles.key leases.holder tasteModels.ratings pushKeys.name
    pushKeys.publicKey pushKeys.privateKey pushDevices.endpointHash pushDevices.p256dh pushDevices.auth
    pushDevices.sessionHash`,
  ),
  ...because('a time', 'pushDevices.failingSince pushNotices.at'),
  ...because('named by us', 'backupRuns.filename restoreRuns.filename restoreRuns.safetyBackup'),
  ...because(
    'read by our own code only, into columns that are here',
    `signOns.identity distanceRuns.remaining distanceRuns.toLocate importRuns.input
    importedRestaurants.before`,
  ),
}

function because(reason: string, columns: string): Record<string, string> {
  return Object.fromEntries(columns.split(/\s+/).map(column => [column, reason]))
}

/** All columns of all tables that hold free text, that is, text that follows no pattern. */
export function textColumns(): [keyof Database, string][] {
  return Object.entries(tables).flatMap(([table, { columns }]) =>
    Object.entries(columns as Record<string, z.ZodMiniType>)
      .filter(([column, schema]) => isText(schema) && !/(At|Until|^day)$/.test(column))
      .map(([column]): [keyof Database, string] => [table as keyof Database, column]),
  )
}

type Definition = {
  type?: string
  check?: string
  format?: string
  maximum?: number
  innerType?: z.ZodMiniType
  defaultValue?: unknown
  entries?: Record<string, string>
  checks?: z.core.$ZodCheck[]
}

export const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def

/** The checks of a column's values, whether or not it may be empty. */
export function checksOf(schema: z.ZodMiniType): Definition[] {
  const definition = definitionOf(schema)
  if (definition.innerType) return checksOf(definition.innerType)
  return [definition, ...(definition.checks ?? []).map(({ _zod }): Definition => _zod.def)]
}

// URLs count as free text: everything after the host is arbitrary.
const isText = (schema: z.ZodMiniType) =>
  checksOf(schema)[0]?.type === 'string' &&
  !checksOf(schema).some(({ check, format }) => check === 'string_format' && format !== 'url')

/** The beginning of a hostile string that fits into a column. */
export function cut(text: string, max: number): string {
  return text.slice(0, max)
}
