/**
 * `npm run bench:web`: what the pages cost on a phone, measured with a real browser and the real server.
 * Options: --runs 5 (first visits of each page), --only bundle,lighthouse.
 */
import { optionsOf, parseNameList } from '../../scripts/options.ts'
import { weighPages } from './web/bundle.ts'
import { measureFirstVisits } from './web/lighthouse.ts'
import { bundleTable, scoreTable } from './web/report.ts'
import { startSite } from './web/site.ts'

const values = optionsOf({
  runs: { type: 'string', default: '5' },
  only: { type: 'string' },
})
const only = parseNameList(values.only, ['bundle', 'lighthouse'])
const wanted = (part: string) => only?.includes(part) ?? true

const print = (text: string) => console.log(`\n${text}`)

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
} finally {
  await site.stop()
}
