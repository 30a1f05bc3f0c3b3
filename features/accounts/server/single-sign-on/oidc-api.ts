import type { FastifyInstance, FastifyReply } from 'fastify'
import { readAllowedDomains } from '#features/settings/server/settings-store.ts'
import { domainMessage } from '#kit/rules/addresses/email-domains.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, forbidden, invalid, notFound } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { registrationDisabled } from '../../contract.ts'
import {
  createSignOnAccount,
  finishSignOn as finishCall,
  getSignOnAccount,
  noIssuer,
  startSignOn,
} from '../../oidc-contract.ts'
import { presentUser } from '../users/present-user.ts'
import { SignOnDenied } from './sign-on.ts'
import { beginSignOn, createAccount, findNewcomer, finishSignOn } from './sign-on-steps.ts'

export function oidcApi(app: FastifyInstance, deps: Deps): void {
  serve(app, startSignOn, async ({ query: { next }, request, reply }) => {
    const issuer = requireIssuer(deps)
    goTo(reply, await beginSignOn(deps, issuer, { request, reply, next }))
  })

  serve(app, finishCall, async ({ request, reply }) => {
    const issuer = requireIssuer(deps)
    goTo(reply, await finishSignOn(deps, issuer, { request, reply }))
  })

  serve(app, getSignOnAccount, async ({ request }) => {
    const { firstName, lastName, email } = await findNewcomer(deps, request)
    return { firstName, lastName, email }
  })

  serve(app, createSignOnAccount, async ({ body, request, reply }) => {
    try {
      return presentUser(await createAccount(deps, body, { request, reply }))
    } catch (error) {
      throw error instanceof SignOnDenied ? await toHttpError(deps, error) : error
    }
  })
}

function requireIssuer({ issuer }: Deps) {
  if (!issuer) throw notFound(noIssuer)
  return issuer
}

function goTo(reply: FastifyReply, address: string): void {
  reply.header('location', address)
}

/** The error if an account can no longer be created: something has changed since its owner came from the issuer. */
async function toHttpError({ db, config }: Deps, { code }: SignOnDenied) {
  if (code === 'registration-disabled') return forbidden(registrationDisabled, 'registration_disabled')
  if (code === 'domain')
    return invalid('email', domainMessage(await readAllowedDomains(db, config.orgEmailDomain)))
  return conflict('An account with this email was created in the meantime. Please sign in again.')
}
