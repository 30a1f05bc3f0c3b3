import type { FastifyInstance } from 'fastify'
import { removePushDevicesOfSession } from '#features/push/server/push-devices-store.ts'
import { logout } from '#kit/contract/logout.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { getSession, getViewer, login } from '../../sessions-contract.ts'
import { setChoosesAccount } from '../single-sign-on/sign-on-cookie.ts'
import { hashToken } from '../tokens/tokens.ts'
import { presentUser } from '../users/present-user.ts'
import { clearBrowserData, readSessionCookie } from './session-cookie.ts'
import { removeSession } from './sessions-store.ts'
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
    // The issuer's session stays: the next user of this browser must be asked who they are.
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
