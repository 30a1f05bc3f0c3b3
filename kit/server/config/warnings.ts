import { accessSync, constants, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isSameTime } from '#kit/rules/time/zoned-time.ts'
import { unknownParameters } from '#kit/server/database/connection/database-url.ts'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import type { Config } from './config.ts'
import { quotesHint } from './given.ts'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** UTC, which most servers have, says nothing about where people are; neither does a TZ that Node doesn't know. */
const ownZone = () =>
  (Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC').replace('Etc/Unknown', 'UTC')

const isOffset = (zone: string) => /^[+-]/.test(zone)

const isSchema = (parameter: string) => /schema|search_path/i.test(parameter)
const schemaHint = 'For a schema of its own: options=-c%20search_path%3DNAME'

/** Log messages about settings that are allowed, but that the operator should know about. */
export function configWarnings(config: Config, machineZone = ownZone()): string[] {
  const isHere = (zone: string) => isSameTime(zone, machineZone, new Date())
  const { appUrl, appUrlPath, databaseUrl, dataDir, rateLimits, metrics, quoted, misnamed } = config
  const { host, port, token } = metrics
  const unknown = databaseUrl === null ? [] : unknownParameters(databaseUrl)
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
    isOffset(config.timeZone)
      ? `TIME_ZONE: ${config.timeZone} knows no daylight saving time, and pages fail in browsers before Chrome 120 and Safari 17.4. Name a place, such as America/New_York`
      : null,
    quoted.length === 0
      ? null
      : `${quoted.join(', ')}: the quotes around the value are part of it. ${quotesHint}`,
    misnamed.length === 0
      ? null
      : `${misnamed.join(', ')}: no such settings, so they do nothing; .env.example lists all`,
    config.ignoresProxy
      ? 'HTTPS_PROXY: is used only with NODE_USE_ENV_PROXY=1 in the environment of the process (docs/operations.md)'
      : null,
    unknown.length === 0
      ? null
      : `DATABASE_URL: ${unknown.join(', ')} after the ? is ignored.${unknown.some(isSchema) ? ` ${schemaHint}` : ''}`,
    databaseUrl === null && isOpenToOthers(join(dataDir, sqliteFileName))
      ? `DATA_DIR: everyone on this machine who can reach ${dataDir} can read the database. chmod 600 it; on a disk without rights, mount it with umask=077`
      : null,
    // Not needed for SQLite: its database is in DATA_DIR, so opening it would already have failed.
    databaseUrl === null || isWritable(dataDir)
      ? null
      : `DATA_DIR: ${dataDir} can't be written, so no backup can be made`,
  ].filter(warning => warning !== null)
}

function isOpenToOthers(file: string): boolean {
  const { mode = 0 } = statSync(file, { throwIfNoEntry: false }) ?? {}
  return process.platform !== 'win32' && (mode & 0o004) !== 0
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
