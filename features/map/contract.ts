import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, NoContent } from '#kit/contract/fields.ts'

export const getMapFile = endpoint('GET /api/map/:version', 'user', {
  summary: 'The PMTiles file of the base map, whole or a byte range; a version never changes',
  params: z.object({
    version: described(
      z.string(),
      'The version of the map file, from its address in the public configuration.',
    ),
  }),
  produces: 'application/vnd.pmtiles',
  replies: { 200: Bytes, 206: Bytes, 304: NoContent },
})
