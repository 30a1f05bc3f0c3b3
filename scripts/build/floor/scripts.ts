import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { type ESTree, parseSync } from 'vite'
import { attributesOf } from './attributes.ts'
import { patternFeatures } from './patterns.ts'
import { at, data, isNewerThanFloor } from './support.ts'

type Node = ESTree.Node & Record<string, unknown>

/** Objects that every script has, and what they are instances of. */
const instances: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  location: 'Location',
  history: 'History',
  performance: 'Performance',
  scheduler: 'Scheduler',
  navigation: 'Navigation',
  cookieStore: 'CookieStore',
}
/** The names of the global object. */
const globals = new Set(['window', 'self', 'globalThis'])
/** The kinds of objects whose methods the code calls on values that it got from elsewhere. */
const receivers =
  /^(Element|HTML\w*Element|Node|Document|Event|EventTarget|Range|Response|Headers|Blob|DOM\w+)$/

/** What libraries call that isn't, or isn't reached, in a browser without it. */
const harmless = new Set([
  // React, for its own kind of transition, which we don't use.
  '.startViewTransition()',
  // A function of Zod's own.
  '.when()',
  // Leaflet, while something is dragged; on iPhones nothing is selected then.
  'event selectstart',
])

/**
 * The functions of the language and the platform that a script uses without asking for them first, and that a browser
 * of the floor lacks. The script may be minified: its own names then can't be those of the platform.
 */
export function newScriptFeatures(code: string): string[] {
  const found = new Set<string>()
  const { program, errors } = parseSync('script.js', code)
  if (errors[0]) throw new Error(errors[0].message)
  visit(program as Node, new Set(), found)
  return [...found]
}

function visit(node: Node, asked: ReadonlySet<string>, found: Set<string>): void {
  for (const { names, label, compat } of usedBy(node))
    if (!names.some(name => asked.has(name)) && !harmless.has(label) && isNewerThanFloor(compat))
      found.add(label)
  const test = 'test' in node ? node.test : node.type === 'LogicalExpression' ? node.left : null
  const inside = new Set([
    ...asked,
    ...(isNode(test) ? namesIn(test) : isFunction(node) ? typesAskedIn(node) : []),
  ])
  for (const [key, value] of Object.entries(node))
    for (const part of [value].flat())
      if (isNode(part) && !isOnlyAName(node, key)) visit(part, part === test ? asked : inside, found)
}

const isNode = (part: unknown): part is Node => part !== null && typeof part === 'object' && 'type' in part

/** Property names, names of imports and exports, and operands of `typeof`, are no uses. */
function isOnlyAName(node: Node, key: string): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'typeof'
  if (/^(Import|Export).*Specifier$|^MetaProperty$/.test(node.type)) return true
  return (key === 'property' || key === 'key') && !node.computed
}

/** `names`: what a script may ask for first. */
type Use = { names: string[]; label: string; compat: CompatStatement | undefined }

/** What a name, a regular expression, a call, or a call of a constructor, needs. */
function usedBy(node: Node): Use[] {
  if (node.type === 'Identifier') return [{ names: [node.name], label: node.name, compat: global(node.name) }]
  if (node.type === 'Literal' && node.regex)
    return patternFeatures(node.regex as { pattern: string; flags: string })
  if (node.type === 'MemberExpression') return ofInstance(node)
  if (node.type === 'AssignmentExpression') return handlers(node.left as Node)
  if (
    (node.type !== 'CallExpression' && node.type !== 'NewExpression') ||
    ('optional' in node && node.optional)
  )
    return []
  return [...called(node), ...(node.arguments as Node[]).flatMap(passed), ...attributesOf(node)]
}

function called(node: (ESTree.CallExpression | ESTree.NewExpression) & Node): Use[] {
  const { callee } = node
  if (callee.type === 'Identifier') {
    const { name } = callee
    const [pattern, flags] = (node.arguments as Node[]).map(given =>
      'value' in given ? String(given.value) : '',
    )
    return name === 'RegExp' ? patternFeatures({ pattern, flags }) : events(name, node)
  }
  if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return []
  const { object, property } = callee
  const { name } = property
  const method = {
    names: [name],
    label: `.${name}()`,
    compat: callee.computed ? undefined : (iteratorMethod(object as Node, name) ?? methodCalled(name)),
  }
  if (object.type !== 'Identifier') return [method, ...events(name, node)]
  const ofObject = memberOf(object.name, name)
  return [ofObject.compat ? ofObject : method, ...events(name, node)]
}

/** `navigator.wakeLock.request`: what is read of something that isn't there. */
function ofInstance({ object, optional }: Node & { type: 'MemberExpression' }): Use[] {
  return optional ? [] : passed(object as Node)
}

/** `list.map(URL.parse)`: a function that isn't called here, but will be. */
function passed(node: Node): Use[] {
  if (node.type !== 'MemberExpression' || node.computed || node.object.type !== 'Identifier') return []
  return node.property.type === 'Identifier' ? [memberOf(node.object.name, node.property.name)] : []
}

/** What an object that every script has is asked for: `window.scheduler`, `URL.parse`, `navigator.share`. */
function memberOf(object: string, name: string): Use {
  if (globals.has(object)) return { names: [name], label: name, compat: global(name) }
  const owner = instances[object]
  const compat = owner
    ? at(data.api, owner, name)
    : (at(data.api, object, `${name}_static`) ?? at(data.builtins, object, name))
  const names = isNewerThanFloor(global(object)) ? [name, object] : [name]
  return { names, label: `${object}.${name}`, compat }
}

/** `map.values().filter(…)`: arrays have most of these methods too, so what it is called on tells. */
function iteratorMethod(object: Node, name: string): CompatStatement | undefined {
  if (object.type !== 'CallExpression' || object.callee.type !== 'MemberExpression') return undefined
  const { property } = object.callee
  const from = property.type === 'Identifier' ? property.name : ''
  const isIterator =
    from === 'matchAll' || (/^(values|keys|entries)$/.test(from) && object.arguments.length === 0)
  return isIterator ? at(data.builtins, 'Iterator', name) : undefined
}

/** `list.onscrollend = …` */
function handlers(target: Node): Use[] {
  if (target.type !== 'MemberExpression' || target.property.type !== 'Identifier') return []
  const { name } = target.property
  return name.startsWith('on') ? event(name.slice(2)) : []
}

const global = (name: string) =>
  at(data.api, name) ??
  at(data.builtins, name) ??
  at(data.api, 'Window', name) ??
  data.api[instances[name] ?? '']?.__compat

/** An event that is waited for and never comes. */
function events(called: string, node: Node): Use[] {
  const [first] = called === 'addEventListener' ? (node.arguments as Node[]) : []
  return first?.type === 'Literal' && typeof first.value === 'string' ? event(first.value) : []
}

function event(name: string): Use[] {
  const all = Object.entries(data.api).flatMap(([owner, place]) =>
    receivers.test(owner) || owner === 'Window' ? (at(place as Identifier, `${name}_event`) ?? []) : [],
  )
  return [
    {
      names: [`on${name}`],
      label: `event ${name}`,
      compat: all.every(isNewerThanFloor) ? all[0] : undefined,
    },
  ]
}

/** The methods of values that the code got from elsewhere, by name: what each kind of object says about it. */
const methods = Map.groupBy(
  [
    ...Object.entries({ ...data.builtins.Intl, ...data.builtins }).filter(([owner]) => typeOf(owner)),
    ...Object.entries(data.api).filter(([owner]) => receivers.test(owner)),
  ].flatMap(([owner, place]) =>
    // Nothing is an instance of what doesn't exist.
    isNewerThanFloor((place as Identifier).__compat)
      ? []
      : Object.entries(place).map(([name, inner]) => ({ owner, name, inner })),
  ),
  ({ name }) => name,
)

/** The method as its first owner has it, unless another kind of object has had one of this name for long. */
function methodCalled(name: string): CompatStatement | undefined {
  const all = (methods.get(name) ?? []).flatMap(({ owner, inner }) => {
    // Node knows which functions of the language belong to the constructor; one that it lacks may be a method.
    const type = typeOf(owner)
    return type && name in type && !(name in type.prototype) ? [] : ((inner as Identifier).__compat ?? [])
  })
  return all.every(isNewerThanFloor) ? all[0] : undefined
}

type Type = { prototype: object }

/** A constructor of the language, by its name. */
function typeOf(owner: string): Type | undefined {
  const found = Reflect.get(Object.hasOwn(data.builtins, owner) ? globalThis : Intl, owner)
  return found?.prototype ? found : undefined
}

const isFunction = ({ type }: Node) => /Function/.test(type)

/** What a function asks for with `typeof`, perhaps into a variable. */
function typesAskedIn(node: Node): string[] {
  if (node.type === 'UnaryExpression' && node.operator === 'typeof') return namesIn(node.argument as Node)
  return Object.values(node).flat().filter(isNode).flatMap(typesAskedIn)
}

/** What a condition asks about: `typeof x`, `x.y`, `'y' in x`. */
function namesIn(node: Node): string[] {
  if (node.type === 'Identifier') return [node.name as string]
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateElement') return [(node.value as { raw: string }).raw]
  return Object.values(node).flat().filter(isNode).flatMap(namesIn)
}
