import { accessSync, constants, mkdirSync } from 'node:fs'
import { isSameTime } from '#domain/zoned-time.ts'
import type { Config } from '../config.ts'
import { quotesHint } from './values.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** UTC, which most servers have, says nothing about where people are; neither does a TZ that Node doesn't know. */
const ownZone = () =>
  (Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC').replace('Etc/Unknown', 'UTC')

/** Log messages about settings that are allowed, but that the operator should know about. */
export function configWarnings(config: Config, machineZone = ownZone()): string[] {
  const isHere = (zone: string) => isSameTime(zone, machineZone, new Date())
  const { appUrl, appUrlPath, databaseUrl, dataDir, rateLimits, metrics, quoted } = config
  const { host, port, token } = metrics
  return [
    rateLimits ? null : 'RATE_LIMITS=off: sign-in, mails and registration are not throttled',
    appUrlPath === '/'
      ? null
      : `APP_URL: ${appUrlPath} is ignored, links begin with ${appUrl}; Common Table needs its own host`,
    port === null || token !== null || isLoopback(host)
      ? null
      : `METRICS_HOST=${host} without METRICS_TOKEN: anyone who can reach the port can read the metrics`,
    isHere(config.timeZone) || isHere('UTC')
      ? null
      : `TIME_ZONE: lunches follow ${config.timeZone}, but this machine (TZ) is set to ${machineZone}`,
    quoted.length === 0
      ? null
      : `${quoted.join(', ')}: the quotes around the value are part of it. ${quotesHint}`,
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
