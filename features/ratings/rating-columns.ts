import type { CsvColumn } from '#kit/contract/csv-columns.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { AdminRating } from './admin-ratings-contract.ts'

/** The columns of ratings, by their names in an import, in the order of an export. */
export const ratingColumns = {
  userEmail: {
    header: 'User Email',
    write: ({ user }) => user.email,
    read: { isRequired: true, example: 'someone@example.org' },
  },
  user: { header: 'User', write: ({ user }) => fullName(user), isCompared: true },
  department: { header: 'Department', write: ({ user }) => user.department },
  restaurantId: {
    header: 'Restaurant ID',
    write: ({ restaurant }) => restaurant.id,
    read: { isRequired: true, example: '1' },
  },
  restaurant: { header: 'Restaurant', write: ({ restaurant }) => restaurant.name, isCompared: true },
  address: { header: 'Address', write: ({ restaurant }) => restaurant.address, isCompared: true },
  campus: {
    header: 'Campus',
    write: ({ restaurant }, campusName) => campusName(restaurant.campusCode),
    isCompared: true,
  },
  value: {
    header: 'Rating Value',
    write: ({ value }) => value,
    read: { isRequired: true, example: '5' },
  },
  comment: {
    header: 'Comment',
    write: ({ comment }) => comment,
    read: { isRequired: false, example: 'What the others should try' },
  },
  updatedAt: { header: 'Updated', write: ({ updatedAt }) => updatedAt },
} satisfies Record<string, CsvColumn<AdminRating>>

/** The header of an optional column in a template of ratings. */
export const optionalHeader = ({ header }: { header: string }) => `${header} (optional)`
