import type { FastifyInstance } from 'fastify'
import { createToken, listAllTokens, listTokens, removeAnyToken, removeToken } from '#contract/tokens.ts'
import { rankOf } from '#domain/roles.ts'
import { listAccessTokens } from '#server/data/access-tokens-store.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { addAccessToken, endAnyToken, endOwnToken, presentToken } from './access-tokens.ts'

export function tokensApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, listTokens, async ({ viewer }) =>
    (await listAccessTokens(db, viewer.id)).map(({ token }) => presentToken(token)),
  )

  serve(app, createToken, async call => addAccessToken(deps, call.body, call))

  serve(app, removeToken, async call => endOwnToken(deps, call.params.id, call))

  serve(app, listAllTokens, async ({ viewer, query }) =>
    (await listAccessTokens(db, query.userId))
      .filter(({ owner }) => rankOf(owner) <= rankOf(viewer))
      .map(({ token, owner: { id, firstName, lastName, email } }) => ({
        ...presentToken(token),
        user: { id, firstName, lastName, email },
      })),
  )

  serve(app, removeAnyToken, async call => endAnyToken(deps, call.params.id, call))
}
