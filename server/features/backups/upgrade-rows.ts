import { type BackupTable, formatVersion } from './backup-format.ts'

/** Turns a row as one version wrote it into a row of the next version. */
export type UpgradeStep = (table: BackupTable, row: Record<string, unknown>) => Record<string, unknown>

/** By the version that a step upgrades from: version 1 is the first, so there is none yet. */
const steps: Record<number, UpgradeStep> = {}

/** A row of an older backup as today's version would have written it. */
export function upgradeRow(
  table: BackupTable,
  row: Record<string, unknown>,
  from: number,
  { to = formatVersion, known = steps } = {},
): Record<string, unknown> {
  let upgraded = row
  for (let version = from; version < to; version += 1)
    upgraded = known[version]?.(table, upgraded) ?? upgraded
  return upgraded
}
