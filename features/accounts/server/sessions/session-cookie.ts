import { createHash } from 'node:crypto'
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { days } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'

const isHttps = (config: Config) => config.appUrl.startsWith('https:')

/** Browsers accept the __Host- prefix over https only; it keeps other hosts of the domain from setting the cookie. */
export const cookieName = (config: Config, name: string): string =>
  isHttps(config) ? `__Host-${name}` : name

/** Lax, because people come from links in emails, and back from the issuer of single sign-on. */
export const cookieAttributes = (config: Config) =>
  ({ sameSite: 'lax', path: '/', secure: isHttps(config) }) as const

/** A session ends when it was not used for 14 days, and after 30 in any case. */
export const sessionLimits = { idle: 14 * days, absolute: 30 * days }

export function readSessionCookie(config: Config, request: FastifyRequest): string | undefined {
  return request.cookies[nameOf(config)]
}

export function setSessionCookie(
  config: Config,
  reply: FastifyReply,
  session: { token: string; userId: number },
): void {
  reply.setCookie(nameOf(config), session.token, {
    ...cookieAttributes(config),
    httpOnly: true,
    maxAge: sessionLimits.absolute / 1000,
  })
  setViewerCookie(config, reply, session)
}

/**
 * For the page's scripts, which can't read the session cookie: tells who is signed in and by which session.
 * So they request the right data immediately, and keep none of it for anyone else. It proves nothing, and the
 * server never trusts it.
 */
export function setViewerCookie(
  config: Config,
  reply: FastifyReply,
  { token, userId }: { token: string; userId: number },
): void {
  reply.setCookie(viewerNameOf(config), `${userId}.${fingerprintOf(token)}`, {
    ...cookieAttributes(config),
    maxAge: sessionLimits.absolute / 1000,
  })
}

/** Whether the two cookies of a browser belong to the same session, or are both missing. */
export function isViewerCookieCurrent(config: Config, request: FastifyRequest): boolean {
  const token = readSessionCookie(config, request)
  const fingerprint = request.cookies[viewerNameOf(config)]?.split('.')[1]
  return fingerprint === (token && fingerprintOf(token))
}

export function clearSessionCookie(config: Config, reply: FastifyReply): void {
  reply.clearCookie(nameOf(config), { ...cookieAttributes(config), httpOnly: true })
  reply.clearCookie(viewerNameOf(config), cookieAttributes(config))
}

/**
 * Removes everything of a session from a browser that others may use
 * next: its cookies, and the pictures that it caches for a year.
 */
export function clearBrowserData(config: Config, reply: FastifyReply): void {
  clearSessionCookie(config, reply)
  reply.header('clear-site-data', '"cache"')
}

/** Identifies a session; the token can't be derived from it. */
const fingerprintOf = (token: string): string =>
  createHash('sha256').update(`viewer ${token}`).digest('base64url').slice(0, 22)

const nameOf = (config: Config) => cookieName(config, 'session')
const viewerNameOf = (config: Config) => cookieName(config, 'viewer')
