import { useEffect, useEffectEvent, useState } from 'react'

interface Form {
  name: string
  /** The unsaved input; undefined if there is none. */
  read: () => unknown
}

const mountedForms = new Set<Form>()

const storedAs = 'drafts'

type Saved = { owner: number; drafts: Map<string, unknown> }

/** The drafts from when a session ended, or the page was reloaded. Only their owner gets them back, in this tab. */
let saved: Saved = takeStored() ?? { owner: 0, drafts: new Map() }
let currentOwner: number | null = null

/** Called when a session ends without a sign-out, while the forms are still shown. */
export function saveDrafts(owner: number): void {
  const drafts = saved.owner === owner ? saved.drafts : new Map<string, unknown>()
  for (const { name, read } of mountedForms) {
    const draft = read()
    if (draft !== undefined) drafts.set(keyOf(name), draft)
  }
  saved = { owner, drafts }
}

/** Called before the page reloads itself because code couldn't be loaded; the next page gets the drafts. */
export function storeDrafts(): void {
  if (currentOwner === null) return
  saveDrafts(currentOwner)
  try {
    sessionStorage.setItem(storedAs, JSON.stringify([currentOwner, [...saved.drafts]], withoutFiles))
  } catch {
    // Without storage, the forms start afresh.
  }
}

const withoutFiles = (_key: string, value: unknown) => (value instanceof Blob ? undefined : value)

function takeStored(): Saved | undefined {
  try {
    const stored = sessionStorage.getItem(storedAs)
    sessionStorage.removeItem(storedAs)
    const [owner, drafts] = JSON.parse(stored ?? 'null') as [number, [string, unknown][]]
    return { owner, drafts: new Map(drafts) }
  } catch {
    return undefined
  }
}

/** Called when a user signs in or out (null), so that no one sees what another person typed. */
export function discardDraftsExceptOf(owner: number | null): void {
  currentOwner = owner
  if (saved.owner !== owner) saved = { owner: 0, drafts: new Map() }
}

function takeDraft(name: string): unknown {
  const key = keyOf(name)
  const draft = saved.drafts.get(key)
  saved.drafts.delete(key)
  return draft
}

/** A form is identified by its name and by the address, which is the same after signing in again. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`

/**
 * Restores what was typed when the session ended, once the same person has signed in again at the same address.
 * `read` returns the unsaved input, undefined if there is none.
 */
export function useDraft<T>(name: string, read: () => T | undefined, restore: (draft: T) => void): void {
  const readDraft = useEffectEvent(read)
  const onRestore = useEffectEvent(restore)
  useEffect(() => {
    const draft = takeDraft(name)
    // A form is ready only after the effects of its parent components.
    if (draft !== undefined) queueMicrotask(() => onRestore(draft as T))
    const form = { name, read: () => readDraft() }
    mountedForms.add(form)
    return () => {
      mountedForms.delete(form)
    }
  }, [name])
}

/** Like `useState`, but with a draft: for input outside a react-hook-form form. */
export function useDraftState<T>(name: string, initial: T) {
  const [value, setValue] = useState(initial)
  useDraft<T>(name, () => (value === initial ? undefined : value), setValue)
  return [value, setValue] as const
}
