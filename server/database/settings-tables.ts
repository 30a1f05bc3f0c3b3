import { name, nullableText, Time, text } from './checks.ts'
import { table } from './table.ts'

export const settingTables = {
  systemSettings: table({
    key: name(100),
    value: text(60_000),
    description: nullableText(2000),
    updatedAt: Time,
  }),
}
