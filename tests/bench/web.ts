/**
 * `npm run bench:web`: first visits of the pages on a phone, measured with a real browser and the real server.
 * Options: --runs 5 (visits of each page), --write into docs/performance.md.
 */
import { optionsOf } from '../../scripts/options.ts'
import { publish } from './report.ts'
import { measureFirstVisits } from './web/lighthouse.ts'
import { scoreTable } from './web/report.ts'
import { startSite } from './web/site.ts'

const { runs, write } = optionsOf({ runs: { type: 'string', default: '5' }, write: { type: 'boolean' } })
const site = await startSite()
try {
  await publish(scoreTable(await measureFirstVisits(site, Number(runs))), 'pages', write)
} finally {
  await site.stop()
}
