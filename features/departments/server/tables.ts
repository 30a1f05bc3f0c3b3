import { name, Position } from '#kit/server/database/tables/checks.ts'
import { table } from '#kit/server/database/tables/table.ts'

export const departmentTables = {
  departments: table({ name: name(100), position: Position }),
}
