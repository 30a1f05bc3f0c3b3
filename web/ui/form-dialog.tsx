import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { useFormDraft } from '#web/lib/form-draft.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { SubmitDialog } from './submit-dialog.tsx'

interface FormDialogProps<Values extends FieldValues, Checked> {
  open: boolean
  /** Takes the dialog out of the address; unsaved changes block that until the user confirms. */
  onClose: () => void
  title: string
  description?: ReactNode
  form: UseFormReturn<Values, unknown, Checked>
  /** Settles when the work is done. If it rejects, the dialog stays open; the caller reports the error. */
  onSubmit: (values: Checked) => Promise<unknown>
  /** What the button does: 'Save Restaurant'. */
  submitLabel: string
  /** What is read before it is filled in. */
  focusesPanel?: boolean
  children: ReactNode
}

/** A form in a dialog: keeps what is typed until it is saved, and asks before discarding it. */
export function FormDialog<Values extends FieldValues, Checked>(props: FormDialogProps<Values, Checked>) {
  const { open, onClose, title, description, form, onSubmit, submitLabel, focusesPanel, children } = props
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  useFormDraft(title, form)

  const submit = form.handleSubmit(async values => {
    const isSaved = await onSubmit(values).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    // Saved values must not block navigation, and the question must know before the address changes.
    flushSync(() => form.reset(form.getValues()))
    onClose()
  })

  return (
    <>
      <SubmitDialog
        open={open}
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
      <LeaveQuestion unsaved={open && isDirty} where="dialog" />
    </>
  )
}
