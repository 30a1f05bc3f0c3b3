import type * as z from 'zod/mini'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { Json, Schemas } from './schemas.ts'

/** The parameters of a call. They are described as what the server reads from the address: numbers, lists … */
export const describeParameters = ({ params, query }: Endpoint, schemas: Schemas): Json[] => [
  ...parametersIn('path', params, schemas),
  ...parametersIn('query', query, schemas),
]

function parametersIn(place: 'path' | 'query', schema: Endpoint['params'], schemas: Schemas): Json[] {
  if (!schema) return []
  const fields = (schema as z.ZodMiniObject).shape as Record<string, z.ZodMiniType>
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: place,
    description: parameterDescriptions[name],
    required: place === 'path' || field._zod.optin !== 'optional',
    schema: schemas.describe(field, 'output'),
  }))
}

/** By name, because a name means the same in every call. */
const parameterDescriptions: Record<string, string> = {
  action: 'Only entries with this action.',
  avoidDays:
    'Leaves out places where you ate within this many days; 0: none. Default: the setting avoid_days.',
  campusCode: 'The code of a campus.',
  cuisine: 'Only these cuisines.',
  date: 'A local day, such as 2026-11-24.',
  department: 'Only this department.',
  diet: 'Only places that offer these diets.',
  endpoint: 'The SHA-256 of this browser’s endpoint, base64url.',
  exclude: 'The ids of restaurants to leave out.',
  expectedCount:
    'How many restaurants the user confirmed; if it would be another number now, nothing is done (409).',
  filename: 'The name of a backup file.',
  from: 'Only entries from this date or time on.',
  hash: 'The hash of an image, from the address in imageUrl.',
  id: 'The id of the item that the call is about.',
  ids: 'The ids of restaurants.',
  key: 'The key of a setting.',
  kind: 'Only items of this kind.',
  limit: 'At most this many items.',
  mine: 'Only places with these relations to you.',
  mood: 'any: every place; safe: the best expected ones; new: rated by few, and you would like it.',
  next: 'The page of the application to open after signing in.',
  offset: 'How many items to skip.',
  openAtLunch: 'Without places that are known to be closed when one arrives, from noon or, later, from now.',
  open: 'Only places that are open now.',
  order: 'The direction of sorting.',
  preview: 'Only report what the import would do.',
  price: 'Only these prices.',
  radius: 'How far from the campus to search: in miles for OpenStreetMap, in meters for Yelp.',
  restaurantId: 'The id of a restaurant.',
  search: 'Only items that contain this text, in any case.',
  service: 'The service to test.',
  sort: 'The field to sort by.',
  state: 'Only items in this state.',
  to: 'Only entries up to this date or time.',
  todo: 'Only restaurants with this to-do.',
  token: 'The token of a mailed link or of a calendar’s address.',
  userId: 'The id of a user.',
  verified: 'Only accounts whose address is verified, or isn’t.',
  version: 'The version of the map file, from its address in the public configuration.',
  within: 'At most this many minutes from the campus.',
}
