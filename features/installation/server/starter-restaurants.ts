import { readFile } from 'node:fs/promises'
import type { Insertable } from 'kysely'
import { placedAt, unplaced } from '#features/restaurants/server/position/position-of.ts'
import type { Point } from '#kit/rules/distance.ts'
import { readCsvTable } from '#kit/server/csv/read-csv.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { campuses } from './first-data.ts'

type NewRestaurant = Insertable<Database['restaurants']>

const file = new URL('./starter-restaurants.csv', import.meta.url)

/** The real restaurants that a new installation starts with; for their sources see CREDITS.md. */
export async function readStarterRestaurants(createdAt: string): Promise<NewRestaurant[]> {
  const { records } = readCsvTable(await readFile(file, 'utf8'))
  return records.map(({ values }) => toRestaurant(values, createdAt))
}

function toRestaurant(values: Record<string, string>, createdAt: string): NewRestaurant {
  const { name = '', address = '', campusCode = '' } = values
  const point = pointIn(values)
  const campus = campuses.find(({ code }) => code === campusCode)
  return {
    name,
    address,
    campusCode,
    price: null,
    hours: null,
    cuisine: values.cuisine || null,
    phone: formatPhone(values.phone ?? '') || null,
    websiteUrl: values.website || null,
    yelpUrl: null,
    yelpId: null,
    imageHash: null,
    ...(campus && point ? placedAt(campus, point) : unplaced),
    createdAt,
    updatedAt: createdAt,
  }
}

function pointIn({ latitude, longitude }: Record<string, string>): Point | null {
  return latitude && longitude ? { latitude: Number(latitude), longitude: Number(longitude) } : null
}

// The source lists write phone numbers as ten digits.
const formatPhone = (digits: string) => digits.replace(/^(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
