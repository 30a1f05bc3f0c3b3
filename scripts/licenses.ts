/** `npm run licenses` writes docs/licenses.md, so that a diff shows how dependency changes affect licenses. */
import { execSync } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { optionsOf } from './options.ts'

/** `to` is where its dependencies lie. */
type Package = {
  location: string
  name: string
  version: string
  license: string
  dev: boolean
  to: string[]
}

export const licensesFile = 'docs/licenses.md'

if (import.meta.main) {
  optionsOf({})
  writeFileSync(licensesFile, describeLicenses(shippedPackages()))
  console.log(`${licensesFile} is up to date`)
}

/** The packages that operators and users get: the server's dependencies for every platform, and those bundled for browsers. */
export function shippedPackages(): Package[] {
  // npm 10 or newer. Nothing is asked of the registry.
  const found = execSync('npm query "*" --package-lock-only', { encoding: 'utf8', maxBuffer: 2 ** 27 })
  const packages = new Map((JSON.parse(found) as Package[]).map(item => [item.location, item]))
  const imported = importedByTheBrowser()
  const bundled = new Set<string>()
  const follow = (location: string) => {
    const { name = '', to = [] } = packages.get(location) ?? {}
    if (bundled.has(location) || name.startsWith('@types/')) return
    bundled.add(location)
    to.forEach(follow)
  }
  for (const { location, name } of packages.values())
    if (imported.has(name) && location === `node_modules/${name}`) follow(location)
  return [...packages.values()]
    .filter(({ location, dev }) => location !== '' && (!dev || bundled.has(location)))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function importedByTheBrowser(): Set<string> {
  const files = globSync('{app/web,kit/web,features/*/web}/**/*.{ts,tsx,css}')
  const code = files.filter(file => !/\.test\.tsx?$/.test(file)).map(file => readFileSync(file, 'utf8'))
  const imports = /(?:from|import|import\(|url\()\s*['"]((?:@[^/'"]+\/)?[^./#'"][^/'"]*)/g
  return new Set([...code.join('\n').matchAll(imports)].map(([, name = '']) => name))
}

export function describeLicenses(packages: Package[]): string {
  const sections = [...Map.groupBy(packages, ({ license }) => license)]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([license, own]) => {
      const lines = own.map(
        ({ name, version, dev }) => `- ${name} ${version}${dev ? ' (in the browser)' : ''}`,
      )
      return `## ${license}\n\n${lines.join('\n')}\n`
    })
  const [introduction] = readFileSync(licensesFile, 'utf8').split(/^## /m)
  return `${introduction}${sections.join('\n')}`
}
