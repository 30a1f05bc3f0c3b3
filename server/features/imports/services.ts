import { osmTurnedOff } from '#contract/osm.ts'
import { yelpNotConfigured } from '#contract/yelp.ts'
import type { Deps } from '#server/deps.ts'
import { HttpError } from '#server/http/errors.ts'
import type { Overpass } from '#server/integrations/overpass.ts'
import type { Yelp } from '#server/integrations/yelp.ts'

export type Services = Pick<Deps, 'yelp' | 'overpass'>

export function requireYelp({ yelp }: Services): Yelp {
  if (!yelp) throw new HttpError(503, yelpNotConfigured, { code: 'not_configured' })
  return yelp
}

export function requireOverpass({ overpass }: Services): Overpass {
  if (!overpass) throw new HttpError(503, osmTurnedOff, { code: 'not_configured' })
  return overpass
}
