import * as z from 'zod/mini'
import { idsInAddress, Restaurant } from '#features/restaurants/contract.ts'
import { filterQuery } from '#features/restaurants/place-fields.ts'
import { maxAvoidDays } from '#features/settings/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Flag, Key, NumberText, SearchText } from '#kit/contract/fields.ts'
import { moods } from './moods.ts'

export const nothingToPick = 'Could not find a random restaurant'

export const pickRestaurant = endpoint({
  method: 'GET',
  path: '/api/restaurants/random/:campusCode',
  access: 'user',
  summary:
    'A random restaurant near a campus; each eligible one is equally likely. The filters are those of the list’s address. Hidden and recently visited restaurants are left out, and with `openAtLunch` those known to be closed on arrival from noon or, later, from now; 404 with `avoided` or `closed` if nothing is left only because of that',
  params: z.object({ campusCode: Key }),
  query: z.object({
    ...filterQuery,
    search: z.optional(SearchText),
    exclude: z.optional(idsInAddress(/^(\d{1,10}(,\d{1,10})*)?$/)),
    /** 'any' place; 'safe': the best expected ones; 'new': rated by few, and the user would like it. */
    mood: z.optional(z.enum(moods)),
    /** Leaves out places where the user ate within this many days; 0: none. Default: the setting `avoid_days`. */
    avoidDays: z.optional(
      z.pipe(NumberText, z.int().check(z.minimum(0), z.maximum(maxAvoidDays, 'Must be from 0 to 60'))),
    ),
    /** Leaves out places that are known to be closed when one arrives from noon or, later, from now. */
    openAtLunch: z.optional(Flag),
  }),
  replies: { 200: Restaurant },
  errors: { 404: errorWith({ avoided: z.optional(z.int()), closed: z.optional(z.int()) }) },
})
