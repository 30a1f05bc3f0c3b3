/**
 * `npm run bench:web`: first visits of the pages on a phone, and how soon it reacts, measured with a real browser and the
 * real server. Options: --runs 5 (of each), --write into docs/performance.md.
 */
import { optionsOf } from '../../scripts/options.ts'
import { publish } from './report.ts'
import { measureInHand } from './web/in-hand.ts'
import { measureFirstVisits } from './web/lighthouse.ts'
import { pagesReport } from './web/report.ts'
import { startSite } from './web/site.ts'

const values = optionsOf({ runs: { type: 'string', default: '5' }, write: { type: 'boolean' } })
const runs = Number(values.runs)
const site = await startSite()
try {
  const inHand = await measureInHand(site, runs)
  await publish(pagesReport(await measureFirstVisits(site, runs), inHand), 'pages', values.write)
} finally {
  await site.stop()
}
