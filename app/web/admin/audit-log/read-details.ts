import { fullName } from '#kit/rules/texts/person-names.ts'
/** The details of an audit log entry, in readable form. */
export interface Details {
  /** What the entry is about: a name, a title, an email. */
  subject: string | undefined
  facts: { label: string; value: string }[]
  /** null: no value before, or after. */
  changes: { label: string; before: string | null; after: string | null }[]
}

export function readDetails(text: string): Details {
  const details = parse(text)
  if (!isObject(details)) return { subject: undefined, facts: factsOf({ details }), changes: [] }
  const { before, after, ...rest } = details
  return {
    subject: subjectOf(rest, after, before),
    facts: factsOf(rest),
    changes: changesOf(before, after),
  }
}

/** A one-line summary: the changes, or else the facts; without technical ids. */
export function summaryOf({ subject, facts, changes }: Details): string {
  const edits = changes.filter(
    ({ before, after }) => before !== null && after !== null && !`${before}${after}`.includes('\n'),
  )
  const shownFacts = facts.filter(({ label, value }) => value !== subject && !/\bid$/i.test(label))
  const words =
    edits.length > 0
      ? edits.map(changeText)
      : shownFacts.map(({ label, value }) => `${label}: ${value.replaceAll('\n', ', ')}`)
  return [subject, words.join(' · ')].filter(Boolean).join(' – ')
}

/** 'RESTAURANTS_DELETED' as 'Restaurants deleted'. */
export function actionLabel(action: string): string {
  return capitalized(action.toLowerCase().replaceAll('_', ' '))
}

type Named = Record<string, unknown>

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const isObject = (value: unknown): value is Named =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const changeText = ({ label, before, after }: Details['changes'][number]) => `${label}: ${before} → ${after}`

function subjectOf(...sources: unknown[]): string | undefined {
  for (const source of sources) {
    if (!isObject(source)) continue
    const { name, title, firstName, lastName, email, key } = source
    const person =
      typeof firstName === 'string' && typeof lastName === 'string' ? fullName({ firstName, lastName }) : ''
    const found = [name, title, person, email, key].find(value => typeof value === 'string' && value !== '')
    if (typeof found === 'string') return found
  }
  return undefined
}

function factsOf(values: Named): Details['facts'] {
  return Object.entries(values).flatMap(([name, value]) =>
    isObject(value) && name === 'reported'
      ? factsOf(value)
      : isEmpty(value)
        ? []
        : [{ label: labelOf(name), value: valueText(value) }],
  )
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

function changesOf(before: unknown, after: unknown): Details['changes'] {
  if (before === undefined && after === undefined) return []
  const [previous, current] = [fieldsOf(before), fieldsOf(after)]
  const names = new Set([...Object.keys(previous), ...Object.keys(current)])
  return [...names].map(name => ({
    label: labelOf(name),
    before: Object.hasOwn(previous, name) ? valueText(previous[name]) : null,
    after: Object.hasOwn(current, name) ? valueText(current[name]) : null,
  }))
}

function fieldsOf(value: unknown): Named {
  if (value === undefined) return {}
  if (Array.isArray(value)) return { list: value }
  return isObject(value) ? value : { value }
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(valueText).join('\n')
  if (isObject(value) && Object.keys(value).join() === 'id,name')
    return `${valueText(value.name)} (${valueText(value.id)})`
  if (isObject(value) && Object.keys(value).join() === 'from,to')
    return `${valueText(value.from)} → ${valueText(value.to)}`
  if (isObject(value))
    return Object.entries(value)
      .map(([name, part]) => `${labelOf(name)}: ${valueText(part)}`)
      .join(', ')
  return String(value)
}

/** 'websiteUrl' as 'Website url'. */
function labelOf(name: string): string {
  return capitalized(
    name.replace(/([a-z])([A-Z])/g, (_, end: string, start: string) => `${end} ${start.toLowerCase()}`),
  )
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
