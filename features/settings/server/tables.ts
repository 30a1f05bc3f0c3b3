import { name, nullableText, Time, text } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const settingTables = {
  systemSettings: table({
    key: name(100),
    value: text(60_000),
    description: nullableText(2000),
    updatedAt: Time,
  }),
}
