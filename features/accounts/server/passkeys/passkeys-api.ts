import type { FastifyInstance } from 'fastify'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countOrRefuse } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  addPasskey as addPasskeyCall,
  addPasskeyOptions,
  listPasskeys,
  type Passkey,
  passkeySignInOptions,
  removePasskey as removePasskeyCall,
  renamePasskey as renamePasskeyCall,
  signInByPasskey,
} from '../../passkeys-contract.ts'
import { presentUser } from '../users/present-user.ts'
import {
  addPasskey,
  preparePasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
} from './manage-passkeys.ts'
import { listPasskeysOf } from './passkeys-store.ts'
import { optionsForPasskey } from './webauthn.ts'

export function passkeysApi(app: FastifyInstance, deps: Deps): void {
  const { db, diskReserve } = deps

  serve(app, listPasskeys, async ({ viewer }) => (await listPasskeysOf(db, viewer.id)).map(present))

  serve(app, addPasskeyOptions, async ({ viewer, body, request }) =>
    preparePasskey(deps, { viewer, body, request }),
  )

  serve(app, addPasskeyCall, async ({ viewer, body, request }) =>
    present(await addPasskey(deps, { viewer, body, request })),
  )

  serve(app, renamePasskeyCall, async ({ viewer, params, body }) =>
    present(await renamePasskey(deps, viewer, { ...params, ...body })),
  )

  serve(app, removePasskeyCall, async ({ viewer, params }) => removePasskey(deps, viewer, params.id))

  serve(app, passkeySignInOptions, async ({ request }) => {
    return diskReserve.use(async () => {
      await countOrRefuse(deps, 'passkey challenges of', request.ip)
      return optionsForPasskey(deps)
    })
  })

  serve(app, signInByPasskey, async ({ body, request, reply }) =>
    presentUser(await diskReserve.use(() => signInWithPasskey(deps, { proof: body, request, reply }))),
  )
}

const present = ({
  publicKey: _key,
  counter: _counter,
  userId: _userId,
  ...shown
}: Row<'passkeys'>): Passkey => shown
