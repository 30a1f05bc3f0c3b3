import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import type { Server } from './server.ts'

/** Makes the links that were mailed to this address expire, which otherwise takes time. */
export function expireLinksOf(server: Server, email: string): void {
  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString()
  change(server, 'update mailTokens set expiresAt = ? where email = ?', aMinuteAgo, email)
}

/** Sets a system setting; null removes it, so that its default applies. */
export function setSetting(server: Server, key: string, value: string | null): void {
  change(server, 'delete from systemSettings where key = ?', key)
  if (value === null) return
  const now = new Date().toISOString()
  change(server, 'insert into systemSettings (key, value, updatedAt) values (?, ?, ?)', key, value, now)
}

function change({ dataDir }: Server, sql: string, ...values: string[]): void {
  const file = new SqliteDatabase(join(dataDir, sqliteFileName), { fileMustExist: true })
  try {
    file.prepare(sql).run(...values)
  } finally {
    file.close()
  }
}

/** Moves the departure of a lunch this many minutes into the past. */
export function markLunchDeparted(server: Server, lunchId: number, minutesAgo: number): void {
  const leavesAt = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  change(server, 'update lunches set leavesAt = ? where id = ?', leavesAt, String(lunchId))
}

/** Deletes all lunches, also those that repeat: what a person cancels stays on Home until midnight. */
export function deleteLunches(server: Server): void {
  change(server, 'delete from standingLunches')
  change(server, 'delete from lunches')
}
