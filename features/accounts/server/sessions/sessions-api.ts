import type { FastifyInstance } from 'fastify'
import { write } from '#features/audit/server/write.ts'
import { logout } from '#kit/contract/logout.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { change, remove } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { type Call, serve } from '#kit/server/http/serve.ts'
import { getSession, getViewer, login, wrongCredentials } from '../../sessions-contract.ts'
import { findByPassword, requirePasswordSignIn } from '../password/password-sign-in.ts'
import { hashPassword, isOutdated } from '../password/passwords.ts'
import { setChoosesAccount } from '../single-sign-on/sign-ons-in-progress.ts'
import { hashToken } from '../tokens/tokens.ts'
import { requireMaySignIn } from '../users/account-state.ts'
import { presentUser } from '../users/present-user.ts'
import { clearBrowserData, readSessionCookie, startSession } from './session.ts'

export function sessionsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, diskReserve, issuer } = deps

  serve(app, getViewer, async ({ viewer }) => presentUser(viewer))

  serve(app, getSession, async ({ findViewer }) => {
    const viewer = await findViewer()
    const user = viewer && presentUser(viewer)
    if (!user?.isAdmin) return { user }
    const open = db.selectFrom('suggestions').where('state', '=', 'open')
    return { user, openSuggestions: await countRows(open) }
  })

  const signIn = async (call: Call<typeof login>) => {
    const { body, request, reply } = call
    await requirePasswordSignIn(deps, body.email)
    // First the password: only a user who knows it learns that the account is disabled or unverified.
    const user = await findByPassword(deps, request, body)
    if (!user) throw wrong()
    requireMaySignIn(user)
    const { id, passwordHash: from } = user
    const to = isOutdated(from) ? await hashPassword(body.password) : from
    const setCookie = await write(deps, call, async ({ tx }) => {
      // Even without a new hash, this locks the row: a password that was changed in the meantime cannot sign in.
      const [changed] = await change(tx, 'users', { id, passwordHash: from }, { passwordHash: to })
      if (!changed) throw wrong()
      return startSession(tx, deps, { request, reply, userId: id })
    })
    setCookie()
    return presentUser(user)
  }
  serve(app, login, async call => diskReserve.use(() => signIn(call)))

  serve(app, logout, async ({ request, reply }) => {
    const token = readSessionCookie(config, request)
    const endSessionUrl = token ? await diskReserve.use(() => signOut(db, hashToken(token))) : null
    clearBrowserData(config, reply)
    // The issuer's session stays: the next user of this browser must be asked who they are.
    if (issuer && token && endSessionUrl === null) setChoosesAccount(config, reply, true)
    if (endSessionUrl === null) return { status: 204 as const, body: undefined }
    return { status: 200 as const, body: { endSessionUrl } }
  })
}

const wrong = () => new HttpError(401, wrongCredentials, { code: 'wrong_credentials' })

/** Ends a session and the notifications of its browser; returns where to end the issuer's session as well. */
const signOut = (db: Deps['db'], tokenHash: string): Promise<string | null> =>
  db.transaction().execute(async tx => {
    // First the session: a browser that is being added holds its lock.
    const [ended] = await remove(tx, 'sessions', { tokenHash })
    await remove(tx, 'pushDevices', { sessionHash: tokenHash })
    return ended?.endSessionUrl ?? null
  })
