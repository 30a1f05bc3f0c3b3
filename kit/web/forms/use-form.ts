import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { isSame } from '#kit/rules/is-same.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { readDraft, useDraft } from './drafts.ts'
import { focusFirstInvalid } from './focus-first-invalid.ts'

export interface FormOptions<Values extends object, Checked> {
  schema: z.ZodMiniType<Checked, Values>
  /** What is saved, or what a new thing starts with. A field that isn't edited follows it. */
  values: Values
  /** Names the draft, which brings edits back after a new sign-in or a reload. */
  draft: string
}

/** What a control needs to show and change one value. */
export interface FieldState<Value> {
  name: string
  value: Value
  error: string | undefined
  /** A method, so that a control of texts also fits a field that has none. */
  onChange(value: Value): void
}

/** The saved values and the edits on top of them. */
export interface FormState<Values extends object, Checked = Values> {
  /** What the fields show. */
  typed: Values
  isDirty: boolean
  isBusy: boolean
  /** Why the last attempt failed, unless that stands at a field. */
  failure: ApiError | undefined
  dismissFailure: () => void
  field: <Name extends keyof Values & string>(name: Name) => FieldState<Values[Name]>
  /** `checks`: shows errors of these fields at once, as for a file or a paste. */
  set: (edits: Partial<Values>, options?: { checks: boolean }) => void
  /** Takes back all edits; or, once `sent` is saved, those that were part of it. */
  discard: (sent?: object) => void
  /** Shows the error of one field before the form is submitted. Returns whether there is none. */
  check: (name: keyof Values & string) => Promise<boolean>
  /** Shows an error of the server at its fields. Returns false if it belongs to none. */
  showErrors: (error: Pick<ApiError, 'fieldErrors'>) => boolean
  /** Checks, then sends. Resolves to whether it was saved. */
  submit: (event: FormEvent<HTMLFormElement>, send: (values: Checked) => Promise<unknown>) => Promise<boolean>
  focus: (name: keyof Values & string) => void
  /** What is typed is saved: from then on nothing asks about it. */
  markSaved: () => void
  element: RefObject<HTMLFormElement | null>
}

type Issues = Record<string, string>

interface Refused {
  value: unknown
  message: string
}

/**
 * A form over the contract's schema. It is checked when it is submitted, and from then on with each edit; an error of the
 * server stands at its field until that is edited.
 */
export function useForm<Values extends object, Checked>(
  options: FormOptions<Values, Checked>,
): FormState<Values, Checked> {
  const { schema, values, draft } = options
  type Name = keyof Values & string
  const element = useRef<HTMLFormElement>(null)
  const secrets = useRef(new Set<string>())
  const [edits, setEdits] = useState<Partial<Values>>(() => readDraft(draft) ?? {})
  const [refused, setRefused] = useState<Partial<Record<Name, Refused>>>({})
  const [checked, setChecked] = useState<'all' | readonly Name[]>([])
  const [isBusy, setBusy] = useState(false)
  const isSending = useRef(false)
  const [failure, setFailure] = useState<ApiError>()
  // These edits are saved, though `values` may not say so yet.
  const [saved, setSaved] = useState<Partial<Values>>({})
  const typed = { ...values, ...edits }
  const edited = (Object.keys(edits) as Name[]).filter(
    name => !isSame(edits[name], values[name]) && !(name in saved && isSame(edits[name], saved[name])),
  )
  const isDirty = edited.length > 0

  useDraft(draft, () => {
    const kept = edited.filter(name => !secrets.current.has(name))
    return kept.length > 0 ? Object.fromEntries(kept.map(name => [name, edits[name]])) : undefined
  })

  const [issues, setIssues] = useState<Issues>({})
  const checks = useRef(0)
  /** The latest check counts: one of a file takes a while. */
  const recheck = async (values: Values) => {
    checks.current += 1
    const own = checks.current
    const found = issuesIn(await schema.safeParseAsync(values))
    if (own === checks.current) flushSync(() => setIssues(found))
    return found
  }
  const errorOf = (name: Name) => {
    const isShown = checked === 'all' || checked.includes(name)
    const refusal = refused[name]
    return (
      (isShown ? issues[name] : undefined) ??
      (refusal && isSame(refusal.value, typed[name]) ? refusal.message : undefined)
    )
  }
  const showChecks = (names: readonly Name[]) =>
    setChecked(before => (before === 'all' ? before : [...before, ...names]))
  const set: FormState<Values>['set'] = (changes, { checks } = { checks: false }) => {
    for (const name of Object.keys(changes)) if (isSecret(element.current, name)) secrets.current.add(name)
    setEdits(before => ({ ...before, ...changes }))
    // Since then somebody else may have saved something else.
    setSaved({})
    if (checks) showChecks(Object.keys(changes) as Name[])
    if (checks || checked.length > 0) void recheck({ ...typed, ...changes })
  }
  const showErrors: FormState<Values>['showErrors'] = ({ fieldErrors }) => {
    const own = fieldErrors.filter(({ path }) => path in typed)
    if (own.length === 0) return false
    const refusals = own.map(({ path, message }) => [path, { message, value: typed[path as Name] }])
    flushSync(() => setRefused(Object.fromEntries(refusals)))
    focusFirstInvalid(element.current)
    return true
  }

  return {
    ...{ typed, isDirty, isBusy, set, showErrors, element },
    failure,
    dismissFailure: () => setFailure(undefined),
    field: name => ({
      name,
      value: typed[name],
      error: errorOf(name),
      onChange: value => set({ [name]: value } as unknown as Partial<Values>),
    }),
    markSaved: () => flushSync(() => setSaved(edits)),
    focus: name => element.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus(),
    discard: sent => {
      setChecked([])
      setRefused({})
      setFailure(undefined)
      setEdits(before =>
        sent
          ? (Object.fromEntries(
              Object.entries(before).filter(
                ([name, value]) => !isSame(value, (sent as typeof before)[name as Name]),
              ),
            ) as Partial<Values>)
          : {},
      )
    },
    check: async name => {
      showChecks([name])
      const isValid = (await recheck(typed))[name] === undefined
      if (!isValid) focusFirstInvalid(element.current)
      return isValid
    },
    submit: async (event, send) => {
      event.preventDefault()
      if (isSending.current) return false
      isSending.current = true
      const form = event.currentTarget
      const result = await schema.safeParseAsync(typed)
      flushSync(() => {
        setChecked('all')
        setIssues(issuesIn(result))
        setRefused({})
        setFailure(undefined)
        setBusy(result.success)
      })
      if (!result.success) {
        isSending.current = false
        focusFirstInvalid(form)
        return false
      }
      const isSent = await send(result.data).then(
        () => true,
        error => {
          if (error instanceof ApiError && !showErrors(error)) setFailure(error)
          return false
        },
      )
      isSending.current = false
      // At once, so that nothing asks about unsaved changes when the form is closed.
      flushSync(() => {
        setBusy(false)
        if (!isSent) return
        setSaved(edits)
        setChecked([])
      })
      return isSent
    },
  }
}

/** The first message for each field. */
function issuesIn({ error }: z.core.util.SafeParseResult<unknown>): Issues {
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]).toReversed(),
  )
}

/** Never kept as a draft: what a password field contains, and the address of a webhook. */
const isSecret = (form: HTMLFormElement | null, name: string) =>
  Boolean(form?.querySelector(`[name="${name}"][data-secret]`))
