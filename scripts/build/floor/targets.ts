import { readFileSync } from 'node:fs'

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8')) as { browserslist: string[] }

/** The oldest browsers that the application runs in, from package.json: the only place that lists them. */
export const floor = browserslist.map(entry => {
  const [browser = '', version = ''] = entry.split(' ')
  return { browser, version }
})

/** The same, as Vite's targets. */
export const buildTargets = floor.map(
  ({ browser, version }) => `${browser.replace('ios_saf', 'ios')}${version}`,
)
