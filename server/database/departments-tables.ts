import { name, Position } from './checks.ts'
import { table } from './table.ts'

export const departmentTables = {
  departments: table({ name: name(100), position: Position }),
}
