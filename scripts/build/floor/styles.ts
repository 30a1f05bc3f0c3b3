import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import postcss, { type Declaration, type Node } from 'postcss'
import { at, data, isNewerThanFloor } from './support.ts'

/** Without these a page looks plainer, and everything on it works the same. */
const onlyNicer = new Set([
  'text-wrap',
  'scrollbar-gutter',
  'scrollbar-width',
  'scrollbar-color',
  'resize',
  'cursor',
  // A list, of which the first font that there is counts.
  'font-family',
  'forced-color-adjust',
  // Both only spare work on what is out of sight.
  'content-visibility',
  'contain-intrinsic-height',
  // What it switches off is missing in browsers without it.
  'overflow-anchor',
  '::selection',
  // Asks whether one wants less of something that the rest of the page has.
  '@media (prefers-reduced-transparency)',
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
    if (isAskedFor(rule)) return
    check(`@${rule.name}`, at(atRules, rule.name))
    for (const [, name = ''] of rule.params.matchAll(/\(\s*([a-z-]+)/g))
      check(`@${rule.name} (${name})`, at(atRules, rule.name, name))
    if (rule.name === 'container' && rule.params.includes('style('))
      check('@container style()', at(atRules, 'container', 'style_queries_for_custom_properties'))
  })
  root.walkRules(rule => {
    if (isAskedFor(rule)) return
    if (rule.parent?.type === 'rule') check('nesting', at(selectors, 'nesting'))
    for (const [, colons = '', name = ''] of rule.selector.matchAll(/(::?)([a-z][a-z-]*)/g))
      check(colons + name, at(selectors, name))
  })
  root.walkDecls(declaration => {
    const { prop, value } = declaration
    if (isAskedFor(declaration) || onlyNicer.has(prop) || hasFallback(declaration)) return
    const known = prop.startsWith('-') ? undefined : at(properties, prop)
    check(prop, known)
    const words = value.replaceAll(/url\([^)]*\)|"[^"]*"|'[^']*'/g, '')
    if (!isNewerThanFloor(known))
      for (const word of words.split(/[\s,]+/)) check(`${prop}: ${word}`, at(properties, prop, word))
    for (const [, name = ''] of words.matchAll(/(?<![-\w])([a-z][a-z-]*)\(/g))
      check(`${name}()`, functions.get(name))
    for (const [, name = ''] of words.matchAll(/(?<![-\w])([a-z]+)\(\s*from\b/g))
      check(`${name}(from …)`, at(types, 'color', name, 'relative_syntax'))
    for (const [, name = ''] of words.matchAll(/([a-z-]+-gradient)\([^(),]*\bin\s/g))
      check(`${name}(in …)`, at(types, 'gradient', name, 'interpolation_color_space'))
    for (const [, unit = ''] of words.matchAll(/(?<![\w#.]|\w-)[\d.]+([a-z]+)\b/gi))
      check(`1${unit}`, at(types, 'length', unit))
    if (prop === 'content' && words.includes('/')) check('content: … / …', at(properties, prop, 'alt_text'))
  })
  return [...found]
}

const { 'at-rules': atRules, selectors, properties, types } = data.css as Record<string, Identifier>

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

const functions = new Map(functionsIn(types))

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
