import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { expect, test } from 'vitest'

/* Who may import whom (docs/architecture.md): kit ← features ← app, and in a feature contract and rules ← server | web. */

/** The features. Each may import those before it. */
const order =
  'audit settings mail push chat images campuses departments accounts trash alerts map geocoding restaurants distances ratings favorites visits taste suggestions picks lunches imports backups overview configuration installation'.split(
    ' ',
  )

type Place = { room: string; side: 'server' | 'web' | 'shared' }

function placeOf(file: string): Place {
  const [top = '', noun = '', part] = file.split('/')
  const [room, folder] = top === 'features' ? [noun, part] : [top, noun]
  if (folder === 'web') return { room, side: 'web' }
  const isShared =
    top === 'features' ? folder !== 'server' : /^(contract|rules)$/.test(noun) || noun === 'contract.ts'
  return { room, side: isShared ? 'shared' : 'server' }
}

/** Why a file may not import another; undefined if it may. */
function problemOf(file: string, imported: string): string | undefined {
  const [from, to] = [placeOf(file), placeOf(imported)]
  const rank = ({ room }: Place) =>
    room === 'kit' ? -1 : room === 'app' ? order.length : order.indexOf(room)
  if (to.side !== 'shared' && to.side !== from.side)
    return from.side === 'shared'
      ? 'contract and rules know neither server nor browser'
      : 'server and browser never meet'
  if (rank(to) > rank(from))
    return from.room === 'kit' ? 'kit knows no noun' : `${to.room} comes after ${from.room}`
  return undefined
}

const files = globSync('{kit,features,app}/**/*.{ts,tsx}')
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !/\.test\.tsx?$/.test(file))

test.each([
  ['kit/server/probe.ts', 'features/ratings/contract.ts'],
  ['kit/rules/probe.ts', 'kit/server/http/serve.ts'],
  ['features/alerts/probe.ts', 'features/alerts/server/alerts-api.ts'],
  ['features/alerts/contract.ts', 'features/alerts/web/use-alerts.ts'],
  ['features/alerts/server/probe.ts', 'features/alerts/web/use-alerts.ts'],
  ['features/alerts/web/probe.ts', 'features/alerts/server/alerts-api.ts'],
  ['features/alerts/web/probe.ts', 'kit/server/http/serve.ts'],
  ['features/alerts/server/probe.ts', 'features/ratings/server/ratings-api.ts'],
  ['features/alerts/web/probe.ts', 'app/web/router.tsx'],
  ['app/probe.ts', 'app/web/main.tsx'],
])('%s may not import %s', (file, imported) => {
  expect(problemOf(file, imported)).toBeDefined()
})

test('every import keeps the order', () => {
  const problems = files.flatMap(file =>
    [
      ...readFileSync(file, 'utf8').matchAll(/\b(?:from|import\()\s*'([#.][^']+)'|^import '([#.][^']+)'/gm),
    ].flatMap(([, first, second]) => {
      const specifier = first ?? second ?? ''
      const imported = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier)
      const problem = problemOf(file, imported)
      return problem ? [`${file} imports ${imported}: ${problem}`] : []
    }),
  )
  expect(problems).toEqual([])
})

test('every folder of features/ is in the order', () => {
  expect(new Set(files.filter(file => file.startsWith('features/')).map(file => file.split('/')[1]))).toEqual(
    new Set(order),
  )
})

test('no folder holds more than sixteen files', () => {
  const sizes = Map.groupBy([...files, ...globSync('{scripts,tests}/**/*.{ts,mjs}')], dirname)
  expect(
    [...sizes]
      .filter(([folder, own]) => own.length > 16 && folder !== 'app/migrations')
      .map(([folder]) => folder),
  ).toEqual([])
})
