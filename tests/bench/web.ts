/**
 * `npm run bench:web`: first visits of the pages on a phone, measured with a real browser and the real server.
 * Option: --runs 5 (visits of each page).
 */
import { optionsOf } from '../../scripts/options.ts'
import { measureFirstVisits } from './web/lighthouse.ts'
import { scoreTable } from './web/report.ts'
import { startSite } from './web/site.ts'

const { runs } = optionsOf({ runs: { type: 'string', default: '5' } })
const site = await startSite()
try {
  console.log(scoreTable(await measureFirstVisits(site, Number(runs))))
} finally {
  await site.stop()
}
