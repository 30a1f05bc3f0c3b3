import { useState } from 'react'
import { readDraft, useDraft } from './drafts.ts'
import { type FormOptions, type FormState, useForm } from './use-form.ts'

type Version = { updatedAt: string | null } | undefined

/** A form, and the version of a row that it edits. */
export interface RowFormState<Row, Values extends object, Checked = Values>
  extends FormState<Values, Checked> {
  base: Row
  setBase: (base: Row) => void
}

/**
 * A form that edits a row; undefined is a new one. Until the first edit it follows what others save. After that, `base`
 * stays, so that saving detects conflicts; a draft brings it back, too.
 */
export function useRowForm<Row extends Version, Values extends object, Checked>(
  row: Row,
  optionsOf: (base: Row) => FormOptions<Values, Checked>,
): RowFormState<Row, Values, Checked> {
  const [base, setBase] = useState(() => readDraft<Row>(nameOf(optionsOf(row))) ?? row)
  const options = optionsOf(base)
  const form = useForm(options)
  useDraft(nameOf(options), () => (form.isDirty ? base : undefined))
  if (!form.isDirty && row?.updatedAt !== base?.updatedAt) setBase(row)
  return { ...form, base, setBase }
}

const nameOf = ({ draft }: FormOptions<object, unknown>) => `${draft}, version`
