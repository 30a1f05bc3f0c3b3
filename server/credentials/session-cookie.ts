import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

const days = 24 * 60 * 60 * 1000

/** A session ends when it was not used for 14 days, and after 30 in any case. */
export const sessionLimits = { idle: 14 * days, absolute: 30 * days }

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

export function setSessionCookie(config: Config, reply: FastifyReply, token: string): void {
  reply.setCookie(nameOf(config), token, { ...attributesOf(config), maxAge: sessionLimits.absolute / 1000 })
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), attributesOf(config))
}

const isHttps = (config: Config) => config.appUrl.startsWith('https:')

// Browsers accept the __Host- prefix over https only; it keeps other hosts of the domain from setting the cookie.
const nameOf = (config: Config) => (isHttps(config) ? '__Host-session' : 'session')

const attributesOf = (config: Config) =>
  ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps(config) }) as const
