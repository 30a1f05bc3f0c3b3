import { useEffect, useEffectEvent, useState } from 'react'

interface Form {
  name: string
  /** The unsaved input; undefined if there is none. */
  read: () => unknown
}

const mountedForms = new Set<Form>()

const storedAs = 'drafts'

type Saved = { owner: number; drafts: Map<string, unknown> }

const none = (): Saved => ({ owner: 0, drafts: new Map() })

const mapKey = '#map'
const isFile = (value: unknown) => value instanceof Blob
const toJson = (_key: string, value: unknown) =>
  isFile(value) ? undefined : value instanceof Map ? { [mapKey]: [...value] } : value
const fromJson = (_key: string, value: Partial<Record<string, Iterable<[unknown, unknown]>>> | null) =>
  value?.[mapKey] ? new Map(value[mapKey]) : value

/** The drafts from when a session ended, or the page was left. Only their owner gets them back, in this tab. */
let saved = readStored()
/** null if no one is signed in, undefined while unknown. */
let currentOwner: number | null | undefined

/** Called when a session ends without a sign-out, while the forms are still shown. */
export function saveDrafts(owner: number): void {
  saved = { owner, drafts: draftsOf(owner) }
}

function draftsOf(owner: number): Map<string, unknown> {
  const drafts = new Map(saved.owner === owner ? saved.drafts : [])
  for (const { name, read } of mountedForms) {
    const draft = read()
    if (draft !== undefined) drafts.set(keyOf(name), draft)
  }
  return drafts
}

// A hidden page may be ended without notice, to save memory. The next page of this tab gets the drafts.
for (const leaving of ['visibilitychange', 'pagehide']) globalThis.addEventListener?.(leaving, storeDrafts)

function storeDrafts(): void {
  if (currentOwner === undefined) return
  // Without files, which can't be stored.
  writeStored(currentOwner === null ? [] : [...draftsOf(currentOwner)].filter(([, draft]) => !isFile(draft)))
}

function writeStored(drafts: [string, unknown][]): void {
  try {
    if (drafts.length === 0) sessionStorage.removeItem(storedAs)
    else sessionStorage.setItem(storedAs, JSON.stringify([currentOwner, drafts], toJson))
  } catch {
    // Without storage, the forms start afresh.
  }
}

function readStored(): Saved {
  try {
    const [owner, drafts] = JSON.parse(sessionStorage.getItem(storedAs) ?? '[0,[]]', fromJson)
    return { owner, drafts: new Map(drafts) }
  } catch {
    return none()
  }
}

/** Called when a user is signed in, or signs out (null), so that no one sees what another person typed. */
export function discardDraftsExceptOf(owner: number | null): void {
  if (owner === currentOwner) return
  currentOwner = owner
  if (saved.owner === owner) return
  saved = none()
  writeStored([])
}

/** A form is identified by its name and by the address, which is the same after signing in again. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`

/**
 * What was typed when the session ended or the page was left, once the same person is back at the same address; for the
 * first value of a state.
 */
export function readDraft<T>(name: string): T | undefined {
  return saved.owner === currentOwner ? (saved.drafts.get(keyOf(name)) as T | undefined) : undefined
}

/** Keeps a draft while the form is shown. `read` returns the unsaved input, undefined if there is none. */
export function useDraft(name: string, read: () => unknown): void {
  const readUnsaved = useEffectEvent(read)
  useEffect(() => {
    // The form has read it.
    if (saved.owner === currentOwner) saved.drafts.delete(keyOf(name))
    const form = { name, read: () => readUnsaved() }
    mountedForms.add(form)
    return () => {
      mountedForms.delete(form)
      // Nor does one come back that was submitted or discarded since.
      storeDrafts()
    }
  }, [name])
}

/** Like `useState`, but with a draft: for input outside a form. */
export function useDraftState<T>(name: string, initial: T) {
  const [value, setValue] = useState(() => readDraft<T>(name) ?? initial)
  useDraft(name, () => (value === initial ? undefined : value))
  return [value, setValue] as const
}
