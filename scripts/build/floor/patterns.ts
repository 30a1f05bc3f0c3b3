import { at, data } from './support.ts'

/** What a regular expression needs. Where a browser lacks it, the expression is a syntax error. */
export function patternFeatures({ pattern = '', flags = '' }: { pattern?: string; flags?: string }) {
  const names = [...pattern.matchAll(/\(\?<([^=!>]+)>/g)].map(([, name]) => name)
  const found: [boolean, string, ...string[]][] = [
    [/\(\?(?!:)[ims]*-?[ims]*:/.test(pattern), '/(?i:…)/', 'modifier'],
    [
      new Set(names).size < names.length,
      '/(?<a>…)|(?<a>…)/',
      'named_capturing_group',
      'duplicate_named_capturing_groups',
    ],
  ]
  const inPattern = found.flatMap(([isUsed, label, ...path]) =>
    isUsed ? [{ names: [], label, compat: at(data.patterns, ...path) }] : [],
  )
  if (!flags.includes('v')) return inPattern
  return [...inPattern, { names: [], label: '/…/v', compat: at(data.builtins, 'RegExp', 'unicodeSets') }]
}
