import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Bytes, NoContent } from '#kit/contract/fields.ts'

export const getMapFile = endpoint({
  method: 'GET',
  path: '/api/map/:version',
  access: 'user',
  summary: 'The PMTiles file of the base map, whole or a byte range; a version never changes',
  params: z.object({ version: z.string() }),
  produces: 'application/vnd.pmtiles',
  replies: { 200: Bytes, 206: Bytes, 304: NoContent },
})
