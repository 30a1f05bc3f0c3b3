import { accountTables } from './accounts-tables.ts'
import { alertTables } from './alerts-tables.ts'
import { auditTables } from './audit-tables.ts'
import { backupTables } from './backups-tables.ts'
import { campusTables } from './campuses-tables.ts'
import { chatTables } from './chat-tables.ts'
import { departmentTables } from './departments-tables.ts'
import { distanceTables } from './distances-tables.ts'
import { favoriteTables } from './favorites-tables.ts'
import { geocodingTables } from './geocoding-tables.ts'
import { imageTables } from './images-tables.ts'
import { importTables } from './imports-tables.ts'
import { kitTables } from './kit-tables.ts'
import { lunchTables } from './lunches-tables.ts'
import { migrations } from './migrations/migrations.ts'
import { overviewTables } from './overview-tables.ts'
import { pushTables } from './push-tables.ts'
import { ratingTables } from './ratings-tables.ts'
import { restaurantTables } from './restaurants-tables.ts'
import type { Schema } from './schema.ts'
import { settingTables } from './settings-tables.ts'
import { suggestionTables } from './suggestions-tables.ts'
import { tasteTables } from './taste-tables.ts'
import { trashTables } from './trash-tables.ts'
import { visitTables } from './visits-tables.ts'

/**
 * All tables, each of which is described only once. The row types, the contents of backups, how older backups and older
 * snapshots in the trash are read, and the checks of all these follow from it. Tables refer only to tables above them.
 * Columns have the same names as the API's fields, so that one name is used from the form to the row. Times are ISO 8601
 * text in UTC.
 */
export const tables = {
  ...campusTables,
  ...departmentTables,
  ...accountTables,
  ...restaurantTables,
  ...ratingTables,
  ...favoriteTables,
  ...lunchTables,
  ...visitTables,
  ...suggestionTables,
  ...pushTables,
  ...settingTables,
  ...alertTables,
  ...trashTables,
  ...auditTables,
  ...imageTables,
  ...chatTables,
  ...geocodingTables,
  ...distanceTables,
  ...importTables,
  ...tasteTables,
  ...overviewTables,
  ...backupTables,
  ...kitTables,
}

type AllTables = typeof tables

declare module '#server/database/schema.ts' {
  interface Tables extends AllTables {}
}

export const schema: Schema = { tables, migrations }
