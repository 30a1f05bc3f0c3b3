import type { Config } from '#kit/server/config/config.ts'

const isHttps = (config: Config) => config.appUrl.startsWith('https:')

/** Browsers accept the __Host- prefix over https only; it keeps other hosts of the domain from setting the cookie. */
export const cookieName = (config: Config, name: string): string =>
  isHttps(config) ? `__Host-${name}` : name

/** Lax, because people come from links in emails, and back from the issuer of single sign-on. */
export const cookieAttributes = (config: Config) =>
  ({ sameSite: 'lax', path: '/', secure: isHttps(config) }) as const
