import { readFileSync } from 'node:fs'
import type { CompatData, CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { floor } from './targets.ts'

// Not imported: Vite would copy its 20 MB into the configuration.
const { javascript, api, css, html } = JSON.parse(
  readFileSync('node_modules/@mdn/browser-compat-data/data.json', 'utf8'),
) as CompatData
export const data = {
  builtins: javascript.builtins as Identifier,
  api: api as Identifier,
  css: css as Identifier,
  html: html as Identifier,
  patterns: javascript.regular_expressions as Identifier,
}

/** What the data says at a path. */
export const at = (place: Identifier | undefined, ...path: string[]): CompatStatement | undefined =>
  path.reduce<Identifier | undefined>(
    (inner, key) => (inner && Object.hasOwn(inner, key) ? (inner[key] as Identifier) : undefined),
    place,
  )?.__compat

/** Whether a browser of the floor lacks the feature. Features that the data doesn't know count as old. */
export function isNewerThanFloor(compat: CompatStatement | undefined): boolean {
  return compat !== undefined && floor.some(({ browser, version }) => !hasIt(compat, browser, version))
}

function hasIt({ support }: CompatStatement, browser: string, version: string): boolean {
  const name = browser === 'ios_saf' ? 'safari_ios' : browser
  const statements = [support[name as keyof typeof support] ?? []].flat()
  if (statements.length === 0) return true
  return statements.some(
    ({ version_added, version_removed, prefix, alternative_name, flags }) =>
      typeof version_added === 'string' &&
      !(prefix ?? alternative_name ?? flags) &&
      number(version_added) <= number(version) &&
      (typeof version_removed !== 'string' || number(version_removed) > number(version)),
  )
}

/** '16.4' is older than '16.10'. */
function number(version: string): number {
  if (version === 'preview') return Number.POSITIVE_INFINITY
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number)
  return major * 1000 + minor
}
