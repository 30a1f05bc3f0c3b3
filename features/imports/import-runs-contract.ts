import * as z from 'zod/mini'
import { CampusCode } from '#features/campuses/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody } from '#kit/contract/errors.ts'
import { Id, Timestamp } from '#kit/contract/fields.ts'
import { ImportResult } from '#kit/contract/import-fields.ts'
import { PersonName } from '#kit/contract/person-fields.ts'
import { applyOsm, chosenPlaces, OsmId } from './osm-contract.ts'
import { YelpId } from './yelp-contract.ts'

/** Where restaurants come from. `osm-changes`: changes that existing restaurants take over from OpenStreetMap. */
export const importSources = ['csv', 'yelp', 'osm', 'osm-changes'] as const
export const importStates = ['running', 'done', 'failed', 'undone'] as const

const Person = z.nullable(PersonName)

export const ImportRun = z.object({
  id: Id,
  source: z.enum(importSources),
  /** `failed`: nothing was written. */
  state: z.enum(importStates),
  /** null: any campus. */
  campusCode: z.nullable(z.string()),
  /** The name of the file. */
  file: z.nullable(z.string()),
  /** How many rows, places or restaurants it is about, and how many of them have been looked up. */
  count: z.int(),
  done: z.int(),
  result: z.nullable(
    z.extend(ImportResult, {
      /** How many restaurants were changed. */
      changed: z.int(),
      /** After it was undone: how many restaurants were removed or changed back, and which ones were left alone. */
      undone: z.optional(z.int()),
      kept: z.optional(z.array(z.object({ restaurantId: Id, name: z.string(), reason: z.string() }))),
    }),
  ),
  /** Why it failed. */
  problem: z.nullable(z.string()),
  /** Whether it can be undone: it wrote something that still exists, at most a day ago. */
  canUndo: z.boolean(),
  startedAt: Timestamp,
  startedBy: Person,
  finishedAt: z.nullable(Timestamp),
  undoneAt: z.nullable(Timestamp),
  undoneBy: Person,
})
export type ImportRun = z.output<typeof ImportRun>

export const listImportRuns = endpoint('GET /api/imports', 'admin', {
  topics: ['imports'],
  summary: 'The imports of the last day, latest first, with the progress of those that are running',
  reply: z.array(ImportRun),
})

const campusCode = CampusCode

/** The most places that a search on Yelp can find. */
export const maxYelpPlaces = 240
export const maxOsmPlaces = 1000

export const startImport = endpoint('POST /api/imports', 'admin', {
  summary:
    'Start an import in the background. It writes everything in one transaction, or nothing if a service fails',
  body: z.discriminatedUnion('source', [
    z.object({ source: z.literal('yelp'), campusCode, ids: chosenPlaces(YelpId, maxYelpPlaces) }),
    z.object({ source: z.literal('osm'), campusCode, ids: chosenPlaces(OsmId, maxOsmPlaces) }),
    z.object({ source: z.literal('osm-changes'), changes: applyOsm.body.shape.changes }),
  ]),
  replies: { 202: ImportRun },
  errors: { 502: ErrorBody, 504: ErrorBody },
})

export const undoImport = endpoint('POST /api/imports/:id/undo', 'admin', {
  summary:
    'Undo an import of the last day: remove the restaurants that it added, and restore the fields that it changed. Restaurants that were changed, rated or used since are kept and listed',
  reply: ImportRun,
})
