import * as z from 'zod/mini'
import { type AdminCampus, CampusForm } from '#contract/campuses.ts'
import { foldName } from '#domain/names.ts'

/** The initial values; a new campus starts without coordinates. */
export const campusValues = (campus: AdminCampus | undefined): Partial<CampusForm> =>
  campus
    ? {
        code: campus.code,
        name: campus.name,
        address: campus.address,
        latitude: campus.latitude,
        longitude: campus.longitude,
      }
    : { code: '', name: '', address: '' }

type Others = readonly { code: string; name: string }[]

/** The contract's form, which also checks against the other campuses. */
export const campusForm = (others: Others) =>
  z.extend(CampusForm, {
    code: CampusForm.shape.code.check(
      z.refine(code => !others.some(other => foldName(other.code) === foldName(code)), {
        error: ({ input }) => `A campus with the code "${String(input).trim()}" already exists.`,
      }),
    ),
    name: CampusForm.shape.name.check(
      z.refine(name => !others.some(other => foldName(other.name) === foldName(name)), {
        error: ({ input }) => `Campus "${String(input).trim()}" already exists.`,
      }),
    ),
  })

/** Reads both coordinates from a text as maps copy them: '35.5951, -82.5515'. */
export function readCoordinates(text: string): { latitude: number; longitude: number } | null {
  const [, latitude, longitude] =
    /^\s*\(?(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\)?\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

/** Why a campus can't be deleted, worded like the server's error; null if it can. */
export function obstacle({ name, restaurantCount, userCount }: AdminCampus): string | null {
  if (restaurantCount + userCount === 0) return null
  const near = [counted(restaurantCount, 'restaurant'), counted(userCount, 'user')].filter(Boolean)
  return `Campus "${name}" has ${near.join(' and ')}. Move them first.`
}

const counted = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
