import { useEffect, useEffectEvent, useState } from 'react'

interface Form {
  name: string
  /** What is typed and not saved; undefined for nothing. */
  read: () => unknown
}

const formsInSight = new Set<Form>()

/** What was typed when a session ended. It stays in this tab's memory, and only its owner gets it back. */
let kept = { owner: 0, drafts: new Map<string, unknown>() }

/** Called when a session ends by itself, while the forms are still in sight. */
export function keepDrafts(owner: number): void {
  const drafts = kept.owner === owner ? kept.drafts : new Map<string, unknown>()
  for (const { name, read } of formsInSight) {
    const draft = read()
    if (draft !== undefined) drafts.set(keyOf(name), draft)
  }
  kept = { owner, drafts }
}

/** Called when somebody signs in, or signs out (null): nobody finds what another person typed. */
export function forgetDraftsExceptOf(owner: number | null): void {
  if (kept.owner !== owner) kept = { owner: 0, drafts: new Map() }
}

function takeDraft(name: string): unknown {
  const key = keyOf(name)
  const draft = kept.drafts.get(key)
  kept.drafts.delete(key)
  return draft
}

/** Forms are distinguished by the address, which is the same after signing in again, and by their names there. */
const keyOf = (name: string) => `${location.pathname}${location.search} ${name}`

/**
 * Brings back what was typed when the session ended, after the same person has signed in again at the same address.
 * `read` returns what is unsaved, undefined for nothing.
 */
export function useDraft<T>(name: string, read: () => T | undefined, restore: (draft: T) => void): void {
  const current = useEffectEvent(read)
  const bringBack = useEffectEvent(restore)
  useEffect(() => {
    const draft = takeDraft(name)
    // A form is ready only after the effects of everything around it.
    if (draft !== undefined) queueMicrotask(() => bringBack(draft as T))
    const form = { name, read: () => current() }
    formsInSight.add(form)
    return () => {
      formsInSight.delete(form)
    }
  }, [name])
}

/** As `useState`, for what is typed or chosen outside a form of react-hook-form. */
export function useDraftState<T>(name: string, initial: T) {
  const [value, setValue] = useState(initial)
  useDraft<T>(name, () => (value === initial ? undefined : value), setValue)
  return [value, setValue] as const
}
