import type { CompatStatement, Identifier } from '@mdn/browser-compat-data/types'
import { type ESTree, parseSync } from 'vite'
import { data, isNewerThanFloor } from './support.ts'

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

/** Property names, and operands of `typeof`, are no uses. */
function isOnlyAName(node: Node, key: string): boolean {
  if (node.type === 'UnaryExpression') return node.operator === 'typeof'
  return (key === 'property' || key === 'key') && !node.computed
}

/** `names`: what a script may ask for first. */
type Use = { names: string[]; label: string; compat: CompatStatement | undefined }

/** What a call, or a call of a constructor, needs. */
function usedBy(node: Node): Use[] {
  if (node.type === 'Literal' && (node.regex as { flags: string } | undefined)?.flags.includes('v'))
    return [{ names: [], label: '/…/v', compat: at(data.builtins, 'RegExp', 'unicodeSets') }]
  if (node.type === 'MemberExpression') return ofInstance(node)
  if (
    (node.type !== 'CallExpression' && node.type !== 'NewExpression') ||
    ('optional' in node && node.optional)
  )
    return []
  const { callee } = node
  if (callee.type === 'Identifier') {
    const { name } = callee
    return [{ names: [name], label: name, compat: global(name) }, ...events(name, node)]
  }
  if (callee.type !== 'MemberExpression' || callee.optional || callee.property.type !== 'Identifier')
    return []
  const { object, property } = callee
  const { name } = property
  const method = {
    names: [name],
    label: `.${name}()`,
    compat: callee.computed ? undefined : methodCalled(name),
  }
  if (object.type !== 'Identifier') return [method, ...events(name, node)]
  if (globals.has(object.name))
    return [{ names: [name], label: name, compat: global(name) }, ...events(name, node)]
  const owner = instances[object.name]
  const compat = owner
    ? at(data.api, owner, name)
    : (at(data.api, object.name, `${name}_static`) ?? at(data.builtins, object.name, name))
  const names = isNewerThanFloor(global(object.name)) ? [name, object.name] : [name]
  return [compat ? { names, label: `${object.name}.${name}`, compat } : method, ...events(name, node)]
}

/** `navigator.wakeLock.request`: what is read of something that isn't there. */
function ofInstance({ object, optional }: Node & { type: 'MemberExpression' }): Use[] {
  if (optional || object.type !== 'MemberExpression') return []
  const { object: instance, property } = object
  if (instance.type !== 'Identifier' || property.type !== 'Identifier' || object.computed) return []
  const { name } = property
  const owner = instances[instance.name]
  const compat = owner ? at(data.api, owner, name) : globals.has(instance.name) ? global(name) : undefined
  return [{ names: [name], label: `${instance.name}.${name}`, compat }]
}

const global = (name: string) =>
  at(data.api, name) ??
  at(data.builtins, name) ??
  at(data.api, 'Window', name) ??
  data.api[instances[name] ?? '']?.__compat

/** An event that is waited for and never comes. */
function events(called: string, node: Node): Use[] {
  const [first] = called === 'addEventListener' ? (node.arguments as Node[]) : []
  if (first?.type !== 'Literal' || typeof first.value !== 'string') return []
  const name = first.value
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

const at = (place: Identifier, ...path: string[]): CompatStatement | undefined =>
  path.reduce<Identifier | undefined>(
    (inner, key) => (inner && Object.hasOwn(inner, key) ? (inner[key] as Identifier) : undefined),
    place,
  )?.__compat

/** The methods of values that the code got from elsewhere, by name: what each kind of object says about it. */
const methods = Map.groupBy(
  [
    ...Object.entries(data.builtins).filter(([owner]) => prototypeOf(owner)),
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
    const prototype = prototypeOf(owner)
    return prototype && !(name in prototype) ? [] : ((inner as Identifier).__compat ?? [])
  })
  return all.every(isNewerThanFloor) ? all[0] : undefined
}

/** Node knows which functions of the language are methods, and which belong to the constructor. */
function prototypeOf(owner: string): object | undefined {
  return owner in data.builtins ? Reflect.get(globalThis, owner)?.prototype : undefined
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
