import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import postcss, { type Declaration, type Node } from 'postcss'
import { data, isNewerThanFloor } from './support.ts'

/** Without these a page looks plainer, and everything on it works the same. */
const onlyNicer = new Set([
  'text-wrap',
  'scrollbar-gutter',
  'scrollbar-width',
  'scrollbar-color',
  'resize',
  'cursor',
  'forced-color-adjust',
  // Both only spare work on what is out of sight.
  'content-visibility',
  'contain-intrinsic-height',
  '::selection',
  '::view-transition-group',
  '::view-transition-old',
  '::view-transition-new',
  // Tailwind declares the same values for browsers without it (its layer `properties`).
  '@property',
])

/** The properties, values, functions, selectors and rules in a style sheet that a browser of the floor lacks. */
export function newStyleFeatures(code: string): string[] {
  const found = new Set<string>()
  const check = (label: string, compat: CompatStatement | undefined) => {
    if (!onlyNicer.has(label) && isNewerThanFloor(compat)) found.add(label)
  }
  const root = postcss.parse(code)
  root.walkAtRules(rule => {
    if (!isAskedFor(rule)) check(`@${rule.name}`, of(data.css['at-rules'], rule.name))
  })
  root.walkRules(rule => {
    if (isAskedFor(rule)) return
    if (rule.parent?.type === 'rule') check('nesting', of(data.css.selectors, 'nesting'))
    for (const [, colons = '', name = ''] of rule.selector.matchAll(/(::?)([a-z][a-z-]*)/g))
      check(colons + name, of(data.css.selectors, name))
  })
  root.walkDecls(declaration => {
    const { prop, value } = declaration
    if (isAskedFor(declaration) || onlyNicer.has(prop) || hasFallback(declaration)) return
    const property = prop.startsWith('-') ? undefined : at(data.css.properties, prop)
    check(prop, property?.__compat)
    if (!isNewerThanFloor(property?.__compat)) check(`${prop}: ${value}`, of(property, value))
    for (const [, name = ''] of value.matchAll(/(?<![-\w])([a-z][a-z-]*)\(/g))
      if (name !== 'url') check(`${name}()`, functions.get(name))
    for (const [, name = ''] of value.matchAll(/(?<![-\w])([a-z]+)\(\s*from\b/g))
      check(`${name}(from …)`, of(at(at(data.css.types, 'color'), name), 'relative_syntax'))
  })
  return [...found]
}

const at = (place: Identifier | undefined, key: string) =>
  place && Object.hasOwn(place, key) ? (place[key] as Identifier) : undefined
const of = (place: Identifier | undefined, key: string) => at(place, key)?.__compat

function isAskedFor(node: Node): boolean {
  const { parent } = node
  if (!parent) return false
  return (parent.type === 'atrule' && Reflect.get(parent, 'name') === 'supports') || isAskedFor(parent)
}

/** Whether the rule declares the property before in a way, or under a prefixed name, that older browsers know. */
function hasFallback(declaration: Declaration): boolean {
  const names = [declaration.prop, `-webkit-${declaration.prop}`, `-moz-${declaration.prop}`]
  let before = declaration.prev()
  while (before && !(before.type === 'decl' && names.includes(before.prop))) before = before.prev()
  return before !== undefined
}

const functions = new Map(functionsIn(data.css.types))

function functionsIn(place: Identifier | undefined): [string, CompatStatement][] {
  return Object.entries(place ?? {}).flatMap(([name, inner]): [string, CompatStatement][] => {
    if (name === '__compat') return []
    const { __compat } = inner as Identifier
    return [
      ...functionsIn(inner as Identifier),
      ...(__compat ? [[name.replace('-function', ''), __compat] as [string, CompatStatement]] : []),
    ]
  })
}
