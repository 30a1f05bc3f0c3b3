import { sql } from 'kysely'
import { engineOf } from '#kit/server/database/drivers/dialect.ts'
import type { Db } from '#kit/server/database/schema.ts'

export async function findImageBytes(
  db: Db,
  hash: string,
  column: 'bytes' | 'cardBytes',
): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('images').select(column).where('hash', '=', hash).executeTakeFirst()
  return (row as Partial<Record<typeof column, Uint8Array>> | undefined)?.[column]
}

/** The same picture is stored only once, no matter how many users and restaurants have it. */
export async function saveImage(
  tx: Db,
  image: { hash: string; bytes: Uint8Array; cardBytes: Uint8Array; createdAt: string },
): Promise<void> {
  await lockImages(tx)
  await tx
    .insertInto('images')
    .values(image)
    .onConflict(conflict => conflict.column('hash').doNothing())
    .execute()
}

/** Call it after a user's or a restaurant's image was replaced by this one, or removed. */
export async function replaceImage(
  tx: Db,
  image: Omit<Parameters<typeof saveImage>[1], 'createdAt'> | null,
  createdAt: string,
): Promise<void> {
  if (image) await saveImage(tx, { ...image, createdAt })
  await removeUnusedImages(tx)
}

/**
 * Removes every picture that no user, restaurant or trash entry uses. Call it in the transaction that removes
 * a picture, a user or a restaurant.
 */
export async function removeUnusedImages(tx: Db): Promise<void> {
  await lockImages(tx)
  let unused = tx.deleteFrom('images')
  for (const table of ['users', 'restaurants', 'trash'] as const)
    unused = unused.where('hash', 'not in', eb =>
      eb
        .selectFrom(table)
        .select('imageHash')
        .where('imageHash', 'is not', null)
        .$narrowType<{ imageHash: string }>(),
    )
  await unused.execute()
}

// Writers of images wait for each other's transactions to end, so that none removes an image that another is
// about to use. Always take this lock after the locks on users and restaurants. On SQLite all writers take
// turns anyway.
async function lockImages(tx: Db): Promise<void> {
  if (engineOf(tx) === 'postgres') await sql`lock table images in share row exclusive mode`.execute(tx)
}
