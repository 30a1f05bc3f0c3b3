import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { SignOnSecrets } from '#server/integrations/issuer.ts'

/*
 * While somebody signs in at the issuer, their browser has a cookie that no other one has. All that the protocol wants
 * to be secret is made of it, so that the database holds only its hash.
 */

export function readSignOnCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

export function setSignOnCookie(
  config: Config,
  reply: FastifyReply,
  token: string,
  milliseconds: number,
): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: milliseconds / 1000 })
}

export function clearSignOnCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

export function signOnSecrets(token: string): SignOnSecrets {
  const derive = (purpose: string) => createHash('sha256').update(`${purpose} ${token}`).digest('base64url')
  return { state: derive('state'), nonce: derive('nonce'), codeVerifier: derive('verifier') }
}

const isHttps = (config: Config) => config.appUrl.startsWith('https:')
const nameOf = (config: Config) => (isHttps(config) ? '__Host-sign-on' : 'sign-on')

// Lax, since the browser comes back from another site.
const attributesOf = (config: Config) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) }) as const
