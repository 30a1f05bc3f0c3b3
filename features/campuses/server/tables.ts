import * as z from 'zod/mini'
import { Latitude, Longitude, name, Position, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const campusTables = {
  campuses: table({
    code: name(60),
    name: name(200),
    address: text(300),
    latitude: Latitude,
    longitude: Longitude,
    position: Position,
    updatedAt: z._default(z.nullable(Time), null),
  }),
}
