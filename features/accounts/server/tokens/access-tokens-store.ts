import { remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'

export async function removeAccessTokensOfUser(db: Db, userId: number): Promise<void> {
  await remove(db, 'accessTokens', { userId })
}
