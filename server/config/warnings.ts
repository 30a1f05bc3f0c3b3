import { accessSync, constants, mkdirSync } from 'node:fs'
import type { Config } from '../config.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** Log messages about settings that are allowed, but that the operator should know about. */
export function configWarnings(config: Config): string[] {
  const { appUrl, appUrlPath, databaseUrl, dataDir, rateLimits, metrics } = config
  const { host, port, token } = metrics
  return [
    rateLimits ? null : 'RATE_LIMITS=off: sign-in, mails and registration are not throttled',
    appUrlPath === '/'
      ? null
      : `APP_URL: ${appUrlPath} is ignored, links begin with ${appUrl}; Common Table needs its own host`,
    port === null || token !== null || isLoopback(host)
      ? null
      : `METRICS_HOST=${host} without METRICS_TOKEN: anyone who can reach the port can read the metrics`,
    // Not needed for SQLite: its database is in DATA_DIR, so opening it would already have failed.
    databaseUrl === null || isWritable(dataDir)
      ? null
      : `DATA_DIR: ${dataDir} can't be written, so no backup can be made`,
  ].filter(warning => warning !== null)
}

function isWritable(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}
