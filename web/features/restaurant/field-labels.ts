import type { RestaurantForm } from '#contract/restaurants.ts'

type Field = keyof RestaurantForm

/** The words of the form. */
export const fieldLabels: Record<Field, string> = {
  name: 'Name',
  address: 'Address',
  campusCode: 'Nearest Campus',
  price: 'Price Range',
  hours: 'Hours',
  openingTimes: 'Opening times',
  diets: 'Diets',
  distance: 'Distance (miles)',
  travelTime: 'Travel Time (minutes)',
  cuisine: 'Cuisine',
  phone: 'Phone',
  websiteUrl: 'Website URL',
  disabled: 'Status',
}

/** A fact as it is read, where it isn't in its input. */
export function fieldText(
  field: Field,
  value: RestaurantForm[Field] | null,
  campuses: readonly { code: string; name: string }[],
): string {
  if (field === 'disabled') return value ? 'Inactive' : 'Active'
  if (field === 'campusCode') return campuses.find(({ code }) => code === value)?.name ?? String(value)
  return value === null ? 'Nothing' : String(value)
}
