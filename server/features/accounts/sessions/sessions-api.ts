import type { FastifyInstance } from 'fastify'
import { logout } from '#contract/logout.ts'
import { getSession, getViewer, login } from '#contract/sessions.ts'
import { clearBrowserData, readSessionCookie } from '#server/auth/session-cookie.ts'
import { setChoosesAccount } from '#server/auth/sign-on-cookie.ts'
import { hashToken } from '#server/auth/tokens.ts'
import { removePushDevicesOfSession } from '#server/data/push-devices-store.ts'
import { removeSession } from '#server/data/sessions-store.ts'
import { countRows } from '#server/database/count-rows.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { presentUser } from '../users/present-user.ts'
import { signIn } from './sign-in.ts'

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

  serve(app, login, async ({ body, request, reply }) =>
    presentUser(await diskReserve.use(() => signIn(deps, { credentials: body, request, reply }))),
  )

  serve(app, logout, async ({ request, reply }) => {
    const token = readSessionCookie(config, request)
    const endSessionUrl = token ? await diskReserve.use(() => signOut(db, hashToken(token))) : null
    clearBrowserData(config, reply)
    // The issuer's session stays: whoever uses this browser next must be asked who they are.
    if (issuer && token && endSessionUrl === null) setChoosesAccount(config, reply, true)
    if (endSessionUrl === null) return { status: 204 as const, body: undefined }
    return { status: 200 as const, body: { endSessionUrl } }
  })
}

/** Ends a session and the notifications of its browser; returns where to end the issuer's session as well. */
const signOut = (db: Deps['db'], tokenHash: string): Promise<string | null> =>
  db.transaction().execute(async tx => {
    // First the session: a browser that is being added holds its lock.
    const endSessionUrl = await removeSession(tx, tokenHash)
    await removePushDevicesOfSession(tx, tokenHash)
    return endSessionUrl
  })
