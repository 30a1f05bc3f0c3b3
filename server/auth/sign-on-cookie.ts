import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { SignOnSecrets } from '#server/integrations/issuer.ts'
import { cookieAttributes, cookieName } from './cookies.ts'

/*
 * While a user signs in at the issuer, their browser has a cookie that no other browser has. All secrets of
 * the protocol are derived from it, so that the database holds only its hash.
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

const nameOf = (config: Config) => cookieName(config, 'sign-on')
const attributesOf = (config: Config) => ({ ...cookieAttributes(config), httpOnly: true }) as const
