import { register } from '#features/accounts/contract.ts'
import { uploadProfileImage } from '#features/accounts/own-profile-image-contract.ts'
import { createUser } from '#features/accounts/users-contract.ts'
import { addFavorite, removeFavoriteOfRestaurant } from '#features/favorites/contract.ts'
import { encodeImage } from '#features/images/server/encode-image.ts'
import { leaveLunch, saveVotes } from '#features/lunches/contract.ts'
import { insertLunchAt } from '#features/lunches/server/lunches-store.ts'
import { createRating } from '#features/ratings/contract.ts'
import { updateRestaurant } from '#features/restaurants/contract.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { newcomer } from '#tests/support/people/newcomer.ts'
import { peopleOf } from '#tests/support/people/people.ts'
import { picture } from '#tests/support/samples/pictures.ts'
import { actualStates, keys } from './actual-states.ts'
import { call, type Person, signIn, times } from './client.ts'
import { absent, Ledger } from './ledger.ts'

/** Writes once; returns the status, or 0 if there was no response. */
type Writer = (origin: string) => Promise<number>

export type Load = { ledger: Ledger; writers: Writer[] }

/**
 * Creates sixteen writers of all kinds with the people and places that they need, and a ledger of the
 * acknowledged writes.
 */
export async function prepareLoad(deps: Deps): Promise<Load> {
  const ledger = new Ledger()
  const make = peopleOf(deps)
  const places = await times(6, async () => (await make.restaurant()).id)
  const person = async () => signIn(deps, await make.user())
  const admin = async () => signIn(deps, await make.admin())
  const pictures = await preparePictures()
  const writers = [
    ...(await times(4, async () => rater(ledger, await person(), places))),
    ...(await times(2, async () => collector(ledger, await person(), places))),
    ...(await votersOf(deps, ledger, { people: await times(4, () => make.user()), places })),
    newcomers(ledger),
    ...(await times(2, async () => userMaker(ledger, await admin()))),
    ...(await times(2, async n => editor(ledger, await admin(), places[n] ?? 0))),
    portraitist(ledger, await person(), pictures),
  ]
  for (const [key, state] of await actualStates(deps.db)) ledger.begin(key, state)
  return { ledger, writers }
}

/** Lets all writers send one request at a time until they get no response or are stopped. */
export async function writeUntil(
  { writers }: Load,
  origins: string[],
  { signal, isPatient = false }: { signal: AbortSignal; isPatient?: boolean },
): Promise<void> {
  await Promise.all(
    writers.map(async (write, index) => {
      const origin = origins[index % origins.length] ?? ''
      while (!signal.aborted) {
        const status = await write(origin)
        if (status === 0 && !isPatient) return
        if (status === 0 || status === 503) await new Promise(resolve => setTimeout(resolve, 50))
      }
    }),
  )
}

let tokens = 0
const newToken = () => {
  tokens += 1
  return `token-${process.pid}-${tokens}-x`
}

function rater(ledger: Ledger, who: Person, places: number[]): Writer {
  let turn = 0
  return origin => {
    turn += 1
    const restaurantId = places[turn % places.length] ?? 0
    const body = { restaurantId, value: 1 + (turn % 5), comment: `comment ${turn}` }
    const states = { [keys.rating(who.id, restaurantId)]: `${body.value} ${body.comment}` }
    return ledger.write(states, () => call(origin, who, createRating, { body }))
  }
}

function collector(ledger: Ledger, who: Person, places: number[]): Writer {
  let turn = 0
  // Without a response, add it again: that is correct in either case.
  let isThere = false
  return async origin => {
    const restaurantId = places[turn % places.length] ?? 0
    const key = keys.favorite(who.id, restaurantId)
    const status = isThere
      ? await ledger.write({ [key]: absent }, () =>
          call(origin, who, removeFavoriteOfRestaurant, { params: { restaurantId } }),
        )
      : await ledger.write({ [key]: 'there' }, () =>
          call(origin, who, addFavorite, { body: { restaurantId } }),
        )
    if (isThere && status === 204) turn += 1
    isThere = !isThere && status >= 200 && status < 300
    return status
  }
}

/** Voters who vote in one lunch and then leave it, which removes their votes. The host stays in it. */
async function votersOf(
  deps: Deps,
  ledger: Ledger,
  { people, places }: { people: Row<'users'>[]; places: number[] },
): Promise<Writer[]> {
  const { id: hostId, campusCode } = await peopleOf(deps).user({
    email: 'host@example.org',
    username: 'host',
  })
  const leavesAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const fields = { campusCode, people: [hostId], leavesAt, decidesAt: leavesAt, seats: people.length + 1 }
  const nothing = { meetingPoint: null, note: null, department: null }
  const { id } = await deps.db.transaction().execute(async tx => {
    const rows = await list(tx, 'restaurants', { id: places })
    const time = deps.now().toISOString()
    return insertLunchAt(tx, rows, { ...fields, ...nothing, addedBy: hostId, time })
  })
  return times(people.length, async n =>
    voter(ledger, await signIn(deps, people[n] as Row<'users'>), { id, places }),
  )
}

function voter(ledger: Ledger, who: Person, { id, places }: { id: number; places: number[] }): Writer {
  let turn = 0
  const [seat, votes] = [keys.seat(id, who.id), keys.votes(id, who.id)]
  return origin => {
    turn += 1
    if (turn % 4 === 0)
      return ledger.write({ [seat]: absent, [votes]: absent }, () =>
        call(origin, who, leaveLunch, { params: { id } }),
      )
    const restaurantIds = places.filter((_, place) => (place + turn + who.id) % 3 === 0)
    return ledger.write({ [seat]: 'there', [votes]: restaurantIds.join() }, () =>
      call(origin, who, saveVotes, { params: { id }, body: { restaurantIds } }),
    )
  }
}

function newcomers(ledger: Ledger): Writer {
  return origin => {
    const email = `newcomer-${newToken().slice('token-'.length)}@example.org`
    return ledger.write({ [keys.user(email)]: 'there' }, () =>
      call(origin, null, register, { body: newcomer({ email }) }),
    )
  }
}

function userMaker(ledger: Ledger, who: Person): Writer {
  return origin => {
    const token = newToken()
    const email = `${token}@example.org`
    const body = newcomer({ email })
    return ledger.write({ [keys.user(email)]: 'there', [keys.audited(token)]: 'there' }, () =>
      call(origin, who, createUser, { body }),
    )
  }
}

function editor(ledger: Ledger, who: Person, id: number): Writer {
  return origin => {
    const token = newToken()
    const name = `Kitchen ${token}`
    return ledger.write({ [keys.restaurant(id)]: name, [keys.audited(token)]: 'there' }, () =>
      call(origin, who, updateRestaurant, { params: { id }, body: { name } }),
    )
  }
}

type Picture = { hash: string; file: Blob }

function portraitist(ledger: Ledger, who: Person, pictures: Picture[]): Writer {
  let turn = 0
  return async origin => {
    turn += 1
    const { hash, file } = pictures[turn % pictures.length] as Picture
    return ledger.write({ [keys.picture(who.id)]: hash }, () =>
      call(origin, who, uploadProfileImage, { params: { id: who.id }, file }),
    )
  }
}

async function preparePictures(): Promise<Picture[]> {
  const colors = ['#123456', '#654321', '#abcdef']
  return Promise.all(
    colors.map(async background => {
      const bytes = await picture({ background }).png().toBuffer()
      const { hash } = await encodeImage(bytes)
      return { hash, file: new Blob([new Uint8Array(bytes)]) }
    }),
  )
}
