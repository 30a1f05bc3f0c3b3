import type { Config } from './config.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** What a configuration allows, but whoever runs the installation should know, as sentences for the log. */
export function configWarnings({ appUrl, appUrlPath, rateLimits, metrics }: Config): string[] {
  const { host, port, token } = metrics
  return [
    rateLimits ? null : 'RATE_LIMITS=off: sign-in, mails and registration are not throttled',
    appUrlPath === '/'
      ? null
      : `APP_URL: ${appUrlPath} is left out, links begin with ${appUrl}; Common Table needs a host of its own`,
    port === null || token !== null || isLoopback(host)
      ? null
      : `METRICS_HOST=${host} without METRICS_TOKEN: whoever reaches the port can read the metrics`,
  ].filter(warning => warning !== null)
}
