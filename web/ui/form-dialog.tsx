import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { useFormDraft } from '#web/lib/form-draft.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { SubmitDialog } from './submit-dialog.tsx'

interface FormDialogProps<Values extends FieldValues, Checked> {
  /** Removes the dialog from the address; with unsaved changes, this is blocked until the user confirms. */
  onClose: () => void
  title: string
  description?: ReactNode
  form: UseFormReturn<Values, unknown, Checked>
  /** Settles when the work is done. If it rejects, the dialog stays open; the caller reports the error. */
  onSubmit: (values: Checked) => Promise<unknown>
  /** What the button does, e.g. 'Save Restaurant'. */
  submitLabel: string
  /** For forms that are read before they are filled in; see Dialog. */
  focusesPanel?: boolean
  children: ReactNode
}

/** A form in a dialog. It keeps a draft until the form is saved, and asks before discarding changes. */
export function FormDialog<Values extends FieldValues, Checked>(props: FormDialogProps<Values, Checked>) {
  const { onClose, title, description, form, onSubmit, submitLabel, focusesPanel, children } = props
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  useFormDraft(title, form)

  const submit = form.handleSubmit(async values => {
    const isSaved = await onSubmit(values).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    // The form must be clean before the address changes; otherwise the leave question would block navigation.
    flushSync(() => form.reset(form.getValues()))
    onClose()
  })

  return (
    <>
      <SubmitDialog
        onClose={onClose}
        title={title}
        description={description}
        onSubmit={event => void submit(event)}
        submitLabel={submitLabel}
        focusesPanel={focusesPanel}
        busy={isSubmitting}
        className="flex flex-col gap-4"
      >
        {children}
      </SubmitDialog>
      <LeaveQuestion unsaved={isDirty} where="dialog" />
    </>
  )
}
