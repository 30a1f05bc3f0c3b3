import type { Cell } from '#domain/csv.ts'
import { fullName } from '#domain/person-names.ts'
import type { AdminRating } from './admin-ratings.ts'
import type { ReadHeaders } from './import-fields.ts'
import type { Restaurant } from './restaurants.ts'

/** A column of a CSV file that this program writes, and may read back. */
export type CsvColumn<Row> = {
  /** As an export writes it; an import ignores upper and lower case. */
  header: string
  /** The cell of a row in an export. */
  write: (row: Row, campusName: (code: string) => string) => Cell
  /** Set if an import reads the column: whether a file must have it, and its example in the template. */
  read?: { isRequired: boolean; example: string }
  /** Set if an import rejects a row that contradicts what it would write. */
  isCompared?: true
}

/**
 * The columns of restaurants, by the fields that an import fills, in the order of an export. To let an import
 * read one, `read` is all it needs.
 */
export const restaurantColumns = {
  id: { header: 'ID', write: ({ id }) => id },
  name: {
    header: 'Name',
    write: ({ name }) => name,
    read: { isRequired: true, example: 'Sample Kitchen' },
  },
  address: {
    header: 'Address',
    write: ({ address }) => address,
    read: { isRequired: true, example: '1 Main Street, Arden, NC 28704' },
  },
  campus: {
    header: 'Campus',
    write: ({ campusCode }, campusName) => campusName(campusCode),
    isCompared: true,
  },
  cuisine: {
    header: 'Category',
    write: ({ cuisine }) => cuisine,
    read: { isRequired: true, example: 'Diner' },
  },
  price: { header: 'Price', write: ({ price }) => price, read: { isRequired: false, example: '$$' } },
  diets: {
    header: 'Diets',
    write: restaurant => restaurant.diets.join(', '),
    read: { isRequired: false, example: 'vegetarian, gluten-free' },
  },
  hours: {
    header: 'Hours',
    write: ({ hours }) => hours,
    read: { isRequired: false, example: 'Mon-Fri 11 AM-9 PM; Sat, Sun Closed' },
  },
  phone: {
    header: 'Phone',
    write: ({ phone }) => phone,
    read: { isRequired: true, example: '(828) 555-0100' },
  },
  websiteUrl: {
    header: 'Website',
    write: ({ websiteUrl }) => websiteUrl,
    read: { isRequired: true, example: 'https://example.org' },
  },
  distance: {
    header: 'Distance (miles)',
    write: ({ distance }) => distance,
    read: { isRequired: false, example: '2.5' },
  },
  travelTime: {
    header: 'Travel Time (minutes)',
    write: ({ travelTime }) => travelTime,
    read: { isRequired: false, example: '8' },
  },
  disabled: {
    header: 'Status',
    write: ({ disabled }) => (disabled ? 'Inactive' : 'Active'),
    read: { isRequired: false, example: 'Active' },
  },
  avgRating: { header: 'Average Rating', write: ({ avgRating }) => avgRating },
  ratingCount: { header: 'Ratings', write: ({ ratingCount }) => ratingCount },
} satisfies Record<string, CsvColumn<Restaurant>>

/** A field of restaurants that an import reads. */
export type ImportedField = {
  [Field in keyof typeof restaurantColumns]: (typeof restaurantColumns)[Field] extends { read: object }
    ? Field
    : never
}[keyof typeof restaurantColumns]

/** All fields that an import reads, as a mask for the schemas of restaurants. */
export const importedFields = Object.fromEntries(
  Object.entries(restaurantColumns).flatMap(([field, column]) => ('read' in column ? [[field, true]] : [])),
) as Record<ImportedField, true>

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

/** The columns that an import reads. */
export const importColumns = <Row>(columns: Record<string, CsvColumn<Row>>) =>
  Object.values(columns).flatMap(({ header, read }) => (read ? [{ header, ...read }] : []))

export const readHeaders = <Row>(columns: Record<string, CsvColumn<Row>>): ReadHeaders => {
  const headersOf = (required: boolean) =>
    importColumns(columns).flatMap(({ header, isRequired }) => (isRequired === required ? [header] : []))
  const compared = Object.values(columns).flatMap(({ header, isCompared }) => (isCompared ? [header] : []))
  return { required: headersOf(true), optional: headersOf(false), compared }
}

/** The header of an optional column in a template of ratings. */
export const optionalHeader = ({ header }: { header: string }) => `${header} (optional)`
