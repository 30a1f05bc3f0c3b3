import { processPassword, type startProcess } from '#server/testing/start-process.ts'
import type { startPrism } from '../prism.ts'
import { adminAt } from '../servers.ts'

export const email = 'admin@example.org'
export const campusCode = 'arden'
export const position = { latitude: 35.4637, longitude: -82.5354 }
export const laterPassword = { newPassword: 'another password', confirmPassword: 'another password' }

type Prism = Awaited<ReturnType<typeof startPrism>>
type Call = Prism['call']
export type Walk = Awaited<ReturnType<typeof beginWalk>>

/** Two people, a super-user and Ann, with access tokens or without, and what they call by the name of each call. */
export async function beginWalk(
  { origin }: Awaited<ReturnType<typeof startProcess>>,
  visit: Call,
  hasTokens: boolean,
) {
  const { cookie } = await adminAt({ origin })
  const identify = async (session: { cookie: string }) => {
    if (!hasTokens) return session
    const body = { name: 'Walk of all calls', expiresAt: dayAfter(7) }
    return { ...session, token: (await visit('createToken', { as: session, body })).token as string }
  }
  const admin = await identify({ cookie })
  const call: Call = (name, options) => visit(name, { as: admin, ...options })
  const { departments } = await visit('listDepartments')
  const ann = {
    firstName: 'Ann',
    lastName: 'Sample',
    email: 'ann@example.org',
    password: processPassword,
    campusCode,
    department: String(departments[0]),
  }
  const { id: annId } = await call('createUser', { body: ann })
  const cookieOf = async (login: { email: string; password: string }) => {
    const headers = { 'content-type': 'application/json' }
    const reply = await fetch(`${origin}/api/login`, { method: 'POST', headers, body: JSON.stringify(login) })
    return reply.headers
      .getSetCookie()
      .map(line => line.split(';')[0])
      .join('; ')
  }
  const asAnn = await identify({ cookie: await cookieOf(ann) }).then(
    (person): Call =>
      (name, options) =>
        visit(name, { as: person, ...options }),
  )
  const addPlace = async (name: string): Promise<number> => {
    const place = { name, address: '1 Main St', campusCode, price: '$', hours: '0-24', ...position }
    return (await call('createRestaurant', { body: { ...place, distance: 1, travelTime: 4 } })).id
  }
  const [door, roof, third] = [
    await addPlace('Blue Door'),
    await addPlace('Red Roof'),
    await addPlace('Third Place'),
  ]
  return { origin, visit, call, asAnn, ann, annId: Number(annId), cookie, cookieOf, door, roof, third }
}

/** A form with a file. */
export function formWith(
  field: string,
  content: BlobPart,
  fileName: string,
  others: Record<string, string> = {},
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(others)) form.set(key, value)
  form.set(field, new Blob([content]), fileName)
  return form
}

/** `count` days from today in the time of the campuses. */
export const dayAfter = (count: number) =>
  new Date(Date.now() + count * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'America/New_York' })
