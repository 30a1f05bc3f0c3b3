import { globSync, readFileSync } from 'node:fs'

type Package = {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
  hasInstallScript?: boolean
  integrity?: string
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
}

export const licensesFile = 'docs/licenses.md'

/** All packages of the lock file, by their folder. '' is the project itself. */
export const lockedPackages = (
  JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Package> }
).packages

/** The packages that operators and users get: the server's dependencies, and those bundled for browsers. */
export function shippedPackages(): { name: string; version: string; license: string; isBundled: boolean }[] {
  const bundled = reachableFrom(bundledRoots())
  return Object.entries(lockedPackages)
    .filter(([path, { dev, devOptional }]) => path !== '' && ((!dev && !devOptional) || bundled.has(path)))
    .map(([path, { version = '', license = 'none given', dev }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license,
      isBundled: dev === true,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** Development dependencies that the web application imports. */
function bundledRoots(): string[] {
  const imported = new Set<string>()
  for (const file of globSync('{app/web,kit/web,features/*/web}/**/*.{ts,tsx,css}')) {
    if (/\.test\.tsx?$/.test(file)) continue
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import|import\(|url\()\s*['"]((?:@[^/'"]+\/)?[^./#'"][^/'"]*)/g,
    ))
      imported.add(name)
  }
  return Object.keys(lockedPackages['']?.devDependencies ?? {}).filter(name => imported.has(name))
}

function reachableFrom(names: string[]): Set<string> {
  const found = new Set<string>()
  const follow = (name: string, from: string) => {
    const path = resolve(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies, peerDependencies } = lockedPackages[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }))
      if (!next.startsWith('@types/')) follow(next, path)
  }
  for (const name of names) follow(name, '')
  return found
}

// Like Node's resolution: the nearest node_modules on the way up.
function resolve(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (lockedPackages[path]) return path
    if (folder === '') return undefined
    if (!folder.includes('/node_modules/')) folder = ''
  }
}

export function describeLicenses(): string {
  const byLicense = Map.groupBy(shippedPackages(), ({ license }) => license)
  const sections = [...byLicense]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([license, packages]) => {
      const lines = packages.map(
        ({ name, version, isBundled }) => `- ${name} ${version}${isBundled ? ' (in the browser)' : ''}`,
      )
      return `## ${license}\n\n${lines.join('\n')}\n`
    })
  return `${introduction}\n${sections.join('\n')}`
}

const introduction = `# Licenses of what is shipped

Written by \`npm run licenses\` from the lock file: the server's dependencies for every platform, and what the web application bundles.
Tools that only build and test are not among them. \`npm run -s sbom\` prints the server's as a CycloneDX document.

All but two are permissive: keep their notices when you hand copies on. **libvips** (LGPL-3.0-or-later), which sharp calls to decode pictures,
comes as a shared library in packages of its own, unchanged, and can be replaced by another build; that is what the LGPL asks for. Using it
puts no condition on the code here. **web-push** (MPL-2.0) is used unchanged, and its license covers its own files only.
`
