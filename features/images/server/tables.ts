import * as z from 'zod/mini'
import { table } from '#kit/server/database/tables/table.ts'

export const imageTables = {
  images: table(
    {
      /** SHA-256 of `bytes`, hexadecimal. */
      hash: z.string(),
      bytes: z.custom<Uint8Array>(),
      cardBytes: z.custom<Uint8Array>(),
      createdAt: z.string(),
    },
    { key: ['hash'], leftOut: 'in an archive they are files of their own' },
  ),
}
