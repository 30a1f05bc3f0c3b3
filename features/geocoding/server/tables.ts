import * as z from 'zod/mini'
import { table } from '#kit/server/database/tables/table.ts'

export const geocodingTables = {
  /**
   * The positions of addresses according to the distance
   * service, without coordinates if it doesn't know the address.
   */
  geocodes: table(
    {
      /** The campus near which the address was looked up. */
      campusCode: z.string(),
      /** In lower case, with single spaces. */
      address: z.string(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      askedAt: z.string(),
      /** The name of the geocoder that was asked; null for results of releases that did not store it. */
      geocoder: z.nullable(z.string()),
    },
    { key: ['campusCode', 'address'], leftOut: 'asked for again' },
  ),
}
