import { accountTables } from '#features/accounts/server/tables.ts'
import { alertTables } from '#features/alerts/server/tables.ts'
import { auditTables } from '#features/audit/server/tables.ts'
import { backupTables } from '#features/backups/server/tables.ts'
import { campusTables } from '#features/campuses/server/tables.ts'
import { chatTables } from '#features/chat/server/tables.ts'
import { departmentTables } from '#features/departments/server/tables.ts'
import { distanceTables } from '#features/distances/server/tables.ts'
import { favoriteTables } from '#features/favorites/server/tables.ts'
import { geocodingTables } from '#features/geocoding/server/tables.ts'
import { imageTables } from '#features/images/server/tables.ts'
import { importTables } from '#features/imports/server/tables.ts'
import { lunchTables } from '#features/lunches/server/tables.ts'
import { overviewTables } from '#features/overview/server/tables.ts'
import { pushTables } from '#features/push/server/tables.ts'
import { ratingTables } from '#features/ratings/server/tables.ts'
import { restaurantTables } from '#features/restaurants/server/tables.ts'
import { settingTables } from '#features/settings/server/tables.ts'
import { suggestionTables } from '#features/suggestions/server/tables.ts'
import { tasteTables } from '#features/taste/server/tables.ts'
import { trashTables } from '#features/trash/server/tables.ts'
import { visitTables } from '#features/visits/server/tables.ts'
import type { Schema } from '#kit/server/database/schema.ts'
import { kitTables } from '#kit/server/database/tables/kit-tables.ts'
import { migrations } from './migrations/migrations.ts'

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

declare module '#kit/server/database/schema.ts' {
  interface Tables extends AllTables {}
}

export const schema: Schema = { tables, migrations }
