import type { FastifyReply, FastifyRequest } from 'fastify'
import { recordAudit } from '#features/audit/server/record-audit.ts'
import { minutes } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'
import { HttpError } from '#kit/server/http/errors.ts'
import { countAttempt, type RequestLimit, refuseIfExceeded } from '#kit/server/http/limits/request-limits.ts'
import type { SignOnError } from '../../oidc-contract.ts'
import { IssuerError } from './issuer-error.ts'
import { SignOnDenied } from './sign-on.ts'
import { setChoosesAccount } from './sign-ons-in-progress.ts'

/** Errors that are recorded in the audit log. */
const recorded = new Set<SignOnError>(['refused', 'expired', 'no-email', 'unverified-email', 'linked'])

/** As many as wrong passwords, which don't wait for these. */
const forgedSignOns: RequestLimit = { key: 'forged sign-ons of', max: 100, milliseconds: 10 * minutes }

/**
 * Records failures. A network has to wait only after a hundred responses that someone may have forged, and only for
 * single sign-on: what the issuer or our settings are to blame for happens to everyone in the office at once.
 */
export async function recordingFailures<T>(
  deps: Deps,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  await refuseIfExceeded(deps, forgedSignOns, request.ip)
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof SignOnDenied || error instanceof IssuerError) || !recorded.has(error.code))
      throw error
    deps.metrics?.signInRefused('wrong')
    const { code } = error
    const details = { way: 'single sign-on', reason: code, ...(error instanceof SignOnDenied && error.about) }
    await deps.db.transaction().execute(async db => {
      const by = { viewer: null, request }
      await recordAudit(db, { action: 'SIGN_IN_FAILED', details, by, time: deps.now().toISOString() })
      if (error instanceof IssuerError && error.mayBeForged)
        await countAttempt({ ...deps, db }, forgedSignOns, request.ip)
    })
    throw error
  }
}

/** The sign-in page with the reason. Unexpected errors are logged and shown as `trouble`. */
export function errorPage(
  { config }: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  error: unknown,
  next: string,
): string {
  const code = codeOf(error)
  if (error instanceof IssuerError) request.log.warn({ code, reason: reasonOf(error) }, error.message)
  else if (code === 'trouble') request.log.error({ err: error }, 'sign-on failed')
  else if (code === 'linked') request.log.warn({ code }, linkedElsewhere)
  // The account won't do: without being asked, the issuer would choose the same one again.
  if (error instanceof SignOnDenied && code !== 'expired') setChoosesAccount(config, reply, true)
  return `/auth?error=${code}${next === '/' ? '' : `&next=${encodeURIComponent(next)}`}`
}

const linkedElsewhere =
  'The account with this address is linked to another subject of the issuer. An administrator can remove the link. ' +
  'If the issuer gave everyone new subjects: npm run admin -- forget-sign-on-links'

function codeOf(error: unknown): SignOnError {
  if (error instanceof SignOnDenied || error instanceof IssuerError) return error.code
  return error instanceof HttpError && error.status === 429 ? 'too-many' : 'trouble'
}

/** What went wrong, and where exactly. The library's own messages contain neither codes nor tokens. */
function reasonOf({ cause }: IssuerError): string | undefined {
  if (!(cause instanceof Error)) return undefined
  const inner = cause.cause instanceof Error ? `: ${cause.cause.message}` : ''
  return `${cause.message}${inner}`.slice(0, 300)
}
