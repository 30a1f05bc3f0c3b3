import type { RestaurantForm } from '../contract.ts'
import { type OpeningTime, writeOpeningTimes } from '../opening/opening-times.ts'

type Field = keyof RestaurantForm

/** The labels of the form's fields. */
export const fieldLabels: Record<Field, string> = {
  name: 'Name',
  address: 'Address',
  campusCode: 'Nearest Campus',
  latitude: 'Latitude',
  longitude: 'Longitude',
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

/** A field's value as readable text. */
export function fieldText(
  field: Field,
  value: RestaurantForm[Field] | null,
  campuses: readonly { code: string; name: string }[],
): string {
  if (field === 'disabled') return value ? 'Inactive' : 'Active'
  if (field === 'openingTimes' && Array.isArray(value) && value.length === 0) return 'Closed'
  if (field === 'campusCode') return campuses.find(({ code }) => code === value)?.name ?? String(value)
  if (Array.isArray(value)) return textOfList(value)
  return value === null ? 'Nothing' : String(value)
}

function textOfList(list: RestaurantForm['diets'] | readonly OpeningTime[]): string {
  if (list.some(item => typeof item === 'object')) return writeOpeningTimes(list as OpeningTime[], 400)
  return list.join(', ') || 'None'
}

/** Imports write cuisines in lower case, and some with semicolons between them. */
export function cuisineLabel(cuisine: string): string {
  const text = cuisine.replace(/\s*;\s*/g, ', ').replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
