import type { AdminRating } from '#contract/admin-ratings.ts'
import { fullName } from '#web/features/account/names.ts'

/** The import's four columns are among them under its names, so that a file can come back. */
export function exportColumns(campusName: (code: string) => string) {
  return [
    ['User Email', ({ user }: AdminRating) => user.email],
    ['User', ({ user }: AdminRating) => fullName(user)],
    ['Department', ({ user }: AdminRating) => user.department],
    ['Restaurant ID', ({ restaurant }: AdminRating) => restaurant.id],
    ['Restaurant', ({ restaurant }: AdminRating) => restaurant.name],
    ['Campus', ({ restaurant }: AdminRating) => campusName(restaurant.campusCode)],
    ['Rating Value', ({ value }: AdminRating) => value],
    ['Comment', ({ comment }: AdminRating) => comment],
    ['Updated', ({ updatedAt }: AdminRating) => updatedAt],
  ] as const
}
