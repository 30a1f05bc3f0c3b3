import type { Insertable } from 'kysely'
import type { Role } from '#kit/rules/roles.ts'
import type { Database } from '#kit/server/database/schema.ts'
import { campuses, departments } from '../first-data.ts'

export const demoPassword = 'lunch-is-served'

/** The sign-ins that the demo prints, one for each role. */
export const demoSignIns = [
  { role: 'user', email: 'basil.applecart@example.org' },
  { role: 'admin', email: 'clementine.breadboard@example.org' },
  { role: 'super-user', email: 'juniper.teakettle@example.org' },
] as const satisfies { role: Role; email: string }[]

/** Sixty obviously fictional people, spread over all campuses and departments. */
export function demoPeople(passwordHash: string, createdAt: string): Insertable<Database['users']>[] {
  return firstNames.map((firstName, index) => {
    const lastName = lastNames[index % lastNames.length] ?? ''
    const username = `${firstName}.${lastName}`.toLowerCase()
    const email = `${username}@example.org`
    return {
      firstName,
      lastName,
      username,
      email,
      passwordHash,
      ...placeOf(index),
      role: demoSignIns.find(signIn => signIn.email === email)?.role ?? 'user',
      imageHash: null,
      isVerified: true,
      canLogin: true,
      isPrimaryAdmin: false,
      createdAt,
    }
  })
}

// Three people at each campus; all others are in Arden and four departments, so that one list has many averages.
function placeOf(index: number): { campusCode: string; department: string } {
  const isSpread = index < 3 * campuses.length
  const campus = campuses[isSpread ? index % campuses.length : 0]
  const department = departments.at((index % (isSpread ? departments.length : 4)) - 1)
  return { campusCode: campus?.code ?? campuses[0].code, department: department ?? departments[0] }
}

const firstNames = words(`
  Basil Clementine Juniper Rosemary Saffron Olive Sorrel Tansy Fennel Marjoram Thyme Clover
  Hazel Maple Rowan Linden Aspen Willow Laurel Bryony Poppy Marigold Primrose Dahlia
  Heather Iris Lavender Lilac Yarrow Bergamot Caraway Cardamom Chicory Cicely Coriander Dill
  Ginger Lovage Mustard Nutmeg Paprika Parsley Pepper Sesame Tarragon Vanilla Quince Plum
  Apricot Cherry Damson Fig Huckleberry Mulberry Peach Pear Pippin Russet Sloe Tangerine`)

// Nineteen has no common divisor with the number of campuses, so people of one campus have different last names.
const lastNames = words(`
  Applecart Breadboard Teakettle Picnicker Spoonwell Ladlesworth Saucerman Butterdish Napkinson
  Crumbleton Biscuitfield Gravyboat Pepperpot Saltcellar Soupbowl Toastrack Trivetson Whiskerby Rollingpin`)

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
