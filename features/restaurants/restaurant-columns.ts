import type { CsvColumn } from '#kit/contract/csv-columns.ts'
import type { Restaurant } from './contract.ts'

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
