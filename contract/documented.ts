import * as z from 'zod/mini'
import { defaultTeamNames, teamRatingField } from '#domain/team-ratings.ts'

/** What the API's description says about a schema, in addition to what can be read from the schema itself. */
export const documentation = z.registry<Record<string, unknown>>()

/** Documents a schema with keywords of JSON Schema; they replace those that are made from the schema. */
export function documented<S extends z.ZodMiniType>(schema: S, keywords: Record<string, unknown>): S {
  documentation.add(schema, keywords)
  return schema
}

/** The team ratings are named by a setting, so they are described with its default names. */
export const documentTeamRatings = <S extends z.ZodMiniType>(schema: S) =>
  documented(schema, {
    extraProperties: Object.fromEntries(
      defaultTeamNames.map(name => [
        teamRatingField(name),
        { type: 'integer', minimum: 0, maximum: 5, description: `The team rating of ${name}; 0: not rated` },
      ]),
    ),
  })
