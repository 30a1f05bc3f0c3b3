import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findImportCycle } from './build/fail-on-import-cycle.ts'

/** Lists the actual subfolders of a folder, so that a new one isn't forgotten. */
function subfoldersOf(folder: string, except: string[]): string[] {
  const subfolders = readdirSync(folder, { withFileTypes: true }).filter(entry => entry.isDirectory())
  return subfolders.map(({ name }) => name).filter(name => !except.includes(name))
}

// A file in each folder with an import boundary, with an import that is not allowed there.
const forbidden = [
  ['domain/probe.ts', '#contract/fields.ts'],
  ['contract/probe.ts', '#server/config.ts'],
  ['server/probe.ts', '#web/main.tsx'],
  ['server/database/probe.ts', '#server/data/users-store.ts'],
  ['server/data/probe.ts', '#server/http/errors.ts'],
  ['server/data/probe-2.ts', '#server/deps.ts'],
  ['server/http/probe.ts', '#server/data/users-store.ts'],
  ...subfoldersOf('server', ['features', 'commands', 'testing']).map(name => [
    `server/${name}/probe-3.ts`,
    '#server/features/trash/trash-api.ts',
  ]),
  ...subfoldersOf('server/features', ['configuration']).map(name => [
    `server/features/${name}/probe.ts`,
    '#server/features/configuration/configuration-api.ts',
  ]),
  ['server/features/trash/probe-2.ts', '../alerts/alerts-api.ts'],
  ['web/probe.ts', '#server/config.ts'],
  ['web/ui/probe.ts', '#web/api/call.ts'],
  ['web/lib/probe.ts', '#web/features/ratings/use-rate.ts'],
  ['web/api/probe.ts', '#web/pages/home/home-page.tsx'],
  ['web/features/ratings/probe.ts', '#web/features/restaurants/detail-list.tsx'],
  ['web/features/ratings/probe-2.ts', '#web/shared/panel.tsx'],
  ['web/shared/probe.ts', '#web/pages/home/home-page.tsx'],
  ['web/pages/home/probe.ts', '#web/app/router.tsx'],
  ['web/pages/home/probe-2.ts', '#web/pages/profile/profile-page.tsx'],
  ['web/pages/admin/users/probe.ts', '../alerts/alerts-section.tsx'],
] as [file: string, specifier: string][]

test('lint rejects imports that cross an import boundary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'import-boundaries-'))
  try {
    const config = JSON.parse(readFileSync('biome.json', 'utf8'))
    writeFileSync(
      join(folder, 'biome.json'),
      JSON.stringify({ ...config, $schema: undefined, vcs: undefined }),
    )
    for (const [file, specifier] of forbidden) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), `import '${specifier}'\n`)
    }
    const options = ['--only=style/noRestrictedImports', '--reporter=github', '--max-diagnostics=200']
    const { stdout } = spawnSync('biome', ['lint', ...options], { cwd: folder, encoding: 'utf8' })
    expect(forbidden.filter(([file]) => !stdout.includes(`${file},`))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// biome.json can't check for import cycles between whole folders, so the following tests do.

test('there is no import cycle between the folders of server/', () => {
  expect(
    firstCycle(importsBetween(file => /^server\/(?!features|commands|testing)(\w+)\//.exec(file)?.[1])),
  ).toBeNull()
})

test('there are at most ten imports between features, and no import cycle', () => {
  const pairs = importsBetween(file => /^server\/features\/(\w+)\//.exec(file)?.[1])
  expect(firstCycle(pairs)).toBeNull()
  expect(pairs.size, [...pairs].join(', ')).toBeLessThanOrEqual(10)
})

test('there is no import cycle between the folders of web/', () => {
  expect(firstCycle(importsBetween(file => /^web\/(\w+)\//.exec(file)?.[1]))).toBeNull()
})

/** All imports, of values and of types, between the folders that `folderOf` returns, as 'from -> to'. */
function importsBetween(folderOf: (file: string) => string | undefined): Set<string> {
  const pairs = new Set<string>()
  for (const file of sourceFiles) {
    const from = folderOf(file)
    if (from === undefined) continue
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(
      /\b(?:from|import\()\s*'([#.][^']+)'/g,
    )) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)
      const to = folderOf(target)
      if (to !== undefined && to !== from) pairs.add(`${from} -> ${to}`)
    }
  }
  return pairs
}

/** The first cycle found, in order of the imports; null if there is none. */
function firstCycle(pairs: Set<string>): string[] | null {
  const next = new Map<string, string[]>()
  for (const pair of pairs) {
    const [from = '', to = ''] = pair.split(' -> ')
    next.set(from, [...(next.get(from) ?? []), to])
  }
  return findImportCycle(next)
}

const sourceFiles = globSync('{server,web}/**/*.{ts,tsx}').filter(file => !file.includes('.test.'))
