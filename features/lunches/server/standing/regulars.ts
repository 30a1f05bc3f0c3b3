import type { Deps } from '#kit/server/deps.ts'
import type { Viewer } from '#kit/server/http/viewer.ts'
import type { StandingLunch } from '../../standing-lunches-contract.ts'
import { removeRegular } from './leave-standing-lunch.ts'
import { changeLockedStanding } from './lock-standing-lunch.ts'
import { presentOne, readStanding, todayOf } from './read-standing-lunches.ts'
import { addRegular } from './standing-people-store.ts'

type Which = { id: number; viewer: Viewer }

/** Puts the viewer into every lunch that is made from now on; does nothing if they are a regular already. */
export async function becomeRegular(deps: Deps, { id, viewer }: Which): Promise<StandingLunch> {
  await changeLockedStanding(deps, { id, viewer }, async ({ tx, standing, isRegular }) => {
    if (!isRegular) await addRegular(tx, standing, viewer.id)
  })
  return readStanding(deps, id)
}

/** The viewer stays in the lunches that are already made. Without any regular the standing lunch ends. */
export async function stopBeingRegular(deps: Deps, { id, viewer }: Which): Promise<StandingLunch> {
  const ended = await changeLockedStanding(deps, { id, viewer }, async locked => {
    const { tx, standing, isRegular, time } = locked
    if (!isRegular) return null
    const before = await presentOne(tx, standing, todayOf(deps))
    await removeRegular(tx, deps, standing, { userId: viewer.id, time })
    const isLast = before.regulars.length === 1
    return isLast ? { ...before, host: null, regulars: [], version: before.version + 1 } : null
  })
  return ended ?? readStanding(deps, id)
}
