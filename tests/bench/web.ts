/**
 * `npm run bench:web`: what the pages cost on a phone, measured with a real browser and the real server.
 * Options: --runs 5 (first visits of each page), --only bundle,lighthouse,slowed,interactions,slow, --write (the
 * figures into docs/performance.md).
 */
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { writeReport } from './figures.ts'
import { weighPages } from './web/bundle.ts'
import { measureInteractions } from './web/interactions.ts'
import { measureFirstVisits } from './web/lighthouse.ts'
import { bundleTable, interactionTable, scoreTable, slowedTable, visitTable } from './web/report.ts'
import { startSite } from './web/site.ts'
import { measureSlowNetwork } from './web/slow-network.ts'
import { measureSlowedVisits } from './web/slowed.ts'

const values = optionsOf({
  runs: { type: 'string', default: '5' },
  only: { type: 'string' },
  write: { type: 'boolean', default: false },
})
const only = parseNameList(values.only, ['bundle', 'lighthouse', 'slowed', 'interactions', 'slow'])
const wanted = (part: string) => only?.includes(part) ?? true

const parts: string[] = []
const print = (text: string) => {
  parts.push(text)
  console.log(`\n${text}`)
}

if (wanted('bundle')) {
  const pages = {
    'sign-in': 'sign-in/sign-in-page.tsx',
    Home: 'home/home-page.tsx',
    administration: 'admin/admin-page.tsx',
  }
  print(bundleTable(await weighPages(pages)))
}
const site = await startSite()
try {
  if (wanted('lighthouse')) print(scoreTable(await measureFirstVisits(site, Number(values.runs))))
  if (wanted('slowed')) print(slowedTable(await measureSlowedVisits(site, Number(values.runs))))
  if (wanted('interactions')) print(interactionTable(await measureInteractions(site)))
  if (wanted('slow')) print(visitTable(await measureSlowNetwork(site)))
} finally {
  await site.stop()
}
if (values.write) await writeReport('pages', parts.join('\n\n'))
