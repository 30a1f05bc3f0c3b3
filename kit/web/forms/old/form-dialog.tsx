import { flushSync } from 'react-dom'
import { type FieldValues, type UseFormReturn, useFormState } from 'react-hook-form'
import { LeaveQuestion } from '../leave-question.tsx'
import { useFormDraft } from './form-draft.ts'
import { SubmitDialog, type SubmitDialogProps } from './submit-dialog.tsx'

interface FormDialogProps<Values extends FieldValues, Checked>
  extends Pick<SubmitDialogProps, 'description' | 'focusesPanel' | 'children'> {
  /** Removes the dialog from the address; with unsaved changes, this is blocked until the user confirms. */
  onClose: () => void
  title: string
  form: UseFormReturn<Values, unknown, Checked>
  /** Settles when the work is done. If it rejects, the dialog stays open; the caller reports the error. */
  onSubmit: (values: Checked) => Promise<unknown>
  submitLabel: string
}

/** A form in a dialog. It keeps a draft until the form is saved, and asks before discarding changes. */
export function FormDialog<Values extends FieldValues, Checked>({
  form,
  onSubmit,
  ...dialog
}: FormDialogProps<Values, Checked>) {
  const { isDirty, isSubmitting } = useFormState({ control: form.control })
  useFormDraft(dialog.title, form)

  const submit = form.handleSubmit(async values => {
    const isSaved = await onSubmit(values).then(
      () => true,
      () => false,
    )
    if (!isSaved) return
    // The form must be clean before the address changes; otherwise the leave question would block navigation.
    flushSync(() => form.reset(form.getValues()))
    dialog.onClose()
  })

  return (
    <>
      <SubmitDialog
        {...dialog}
        onSubmit={event => void submit(event)}
        busy={isSubmitting}
        className="flex flex-col gap-4"
      />
      <LeaveQuestion unsaved={isDirty} where="dialog" />
    </>
  )
}
