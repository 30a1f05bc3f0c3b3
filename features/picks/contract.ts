import * as z from 'zod/mini'
import { CampusKey } from '#features/campuses/contract.ts'
import { idsInAddress, Restaurant } from '#features/restaurants/contract.ts'
import { filterQuery } from '#features/restaurants/place-fields.ts'
import { maxAvoidDays } from '#features/settings/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Flag, NumberText, SearchQuery } from '#kit/contract/fields.ts'
import { moods } from './moods.ts'

export const nothingToPick = 'Could not find a random restaurant'

export const pickRestaurant = endpoint('GET /api/restaurants/random/:campusCode', 'user', {
  summary:
    'A random restaurant near a campus; each eligible one is equally likely. The filters are those of the list’s address. Hidden and recently visited restaurants are left out, and with `openAtLunch` those known to be closed on arrival from noon or, later, from now; 404 with `avoided` or `closed` if nothing is left only because of that',
  params: z.object({ campusCode: CampusKey }),
  query: z.object({
    ...filterQuery,
    search: SearchQuery,
    exclude: described(
      z.optional(idsInAddress(/^(\d{1,10}(,\d{1,10})*)?$/)),
      'The ids of restaurants to leave out.',
    ),
    mood: described(
      z.optional(z.enum(moods)),
      'any: every place; safe: the best expected ones; new: rated by few, and you would like it.',
    ),
    avoidDays: described(
      z.optional(
        z.pipe(NumberText, z.int().check(z.minimum(0), z.maximum(maxAvoidDays, 'Must be from 0 to 60'))),
      ),
      'Leaves out places where you ate within this many days; 0: none. Default: the setting avoid_days.',
    ),
    openAtLunch: described(
      z.optional(Flag),
      'Without places that are known to be closed when one arrives, from noon or, later, from now.',
    ),
  }),
  reply: Restaurant,
  errors: { 404: errorWith({ avoided: z.optional(z.int()), closed: z.optional(z.int()) }) },
})
