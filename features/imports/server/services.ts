import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { osmTurnedOff } from '../osm-contract.ts'
import { yelpNotConfigured } from '../yelp-contract.ts'
import type { Overpass } from './osm/overpass.ts'
import type { Yelp } from './yelp/yelp.ts'

export function requireYelp({ yelp }: Pick<Deps, 'yelp'>): Yelp {
  if (!yelp) throw new HttpError(503, yelpNotConfigured, { code: 'not_configured' })
  return yelp
}

export function requireOverpass({ overpass }: Pick<Deps, 'overpass'>): Overpass {
  if (!overpass) throw new HttpError(503, osmTurnedOff, { code: 'not_configured' })
  return overpass
}
