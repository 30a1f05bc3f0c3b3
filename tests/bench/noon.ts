/**
 * `npm run bench:noon`: simulates what 300 people do at noon, at rates that do not depend on the responses, and measures
 * each request from the moment it was due. Options: --only L-1,L-2, --engine sqlite, --processes 1,2, --minutes 1.
 */
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { enginesHere } from './databases.ts'
import { measureRow } from './noon/measure-row.ts'
import { requestTable, verdictTable } from './noon/report.ts'
import { rows } from './noon/rows.ts'

const values = optionsOf({
  only: { type: 'string' },
  engine: { type: 'string' },
  processes: { type: 'string', default: '1' },
  minutes: { type: 'string' },
})

const wanted = parseNameList(values.engine, ['sqlite', 'postgres'], '--engine')
const engines = enginesHere().filter(engine => wanted?.includes(engine) ?? true)
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
const ids = rows.map(({ id }) => id)
const only = parseNameList(values.only, ids)
let failed = 0
for (const row of rows.filter(({ id }) => only?.includes(id) ?? true))
  for (const engine of engines)
    for (const processes of values.processes.split(',').map(Number)) {
      console.log(`\n${row.id} ${row.what} (${engine}, ${processes} processes)`)
      const measured = await measureRow(row, { engine, processes, minutes })
      console.log(`\n${requestTable(measured)}\n\n${verdictTable(measured.verdicts)}`)
      failed += measured.verdicts.filter(({ holds }) => !holds).length
    }

process.exit(failed > 0 ? 1 : 0)
