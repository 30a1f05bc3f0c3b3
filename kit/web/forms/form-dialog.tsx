import { useId } from 'react'
import { Dialog, type DialogProps } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Form } from './form.tsx'
import { LeaveQuestion } from './leave-question.tsx'
import type { FormState } from './use-form.ts'

interface FormDialogProps<Values extends object, Checked>
  extends Pick<DialogProps, 'title' | 'description' | 'locked' | 'backCloses' | 'focusesPanel' | 'children'> {
  /** Removes the dialog from the address; with unsaved changes, this is blocked until the user confirms. */
  onClose: () => void
  form: FormState<Values, Checked>
  /** Settles when the work is done. If it rejects, the dialog stays open; the caller reports the error. */
  onSubmit: (values: Checked) => Promise<unknown>
  /** What the button does, e.g. 'Save Restaurant'. Omitted while there is nothing to submit. */
  submitLabel?: string | false
  /** Until a choice is made without which nothing can be submitted. */
  disabled?: boolean
  busyText?: string
  cancelLabel?: string
  danger?: boolean
  /** Whether closing asks about unsaved input. Default: yes. */
  asks?: boolean
  /** For one that shows what became of it. */
  staysOpen?: boolean
  /** Also while something else is under way. */
  busy?: boolean
  className?: string
}

/** A form in a dialog, whose buttons stay visible below it. It closes once it is saved, and asks before it discards edits. */
export function FormDialog<Values extends object, Checked>({
  form,
  onSubmit,
  submitLabel,
  disabled,
  busyText,
  cancelLabel = 'Cancel',
  danger,
  asks = true,
  staysOpen = false,
  busy = false,
  className = 'flex flex-col gap-4',
  children,
  ...dialog
}: FormDialogProps<Values, Checked>) {
  const formId = useId()
  return (
    <>
      <Dialog
        {...dialog}
        footer={
          <>
            <Button onClick={dialog.onClose} disabled={dialog.locked}>
              {cancelLabel}
            </Button>
            {submitLabel && (
              <Button
                type="submit"
                form={formId}
                variant={danger ? 'danger' : 'primary'}
                {...{ disabled, busyText }}
                busy={busy || form.isBusy}
              >
                {submitLabel}
              </Button>
            )}
          </>
        }
      >
        <Form
          id={formId}
          form={form}
          onSubmit={onSubmit}
          onSaved={staysOpen ? undefined : dialog.onClose}
          className={className}
        >
          {children}
        </Form>
      </Dialog>
      {asks && <LeaveQuestion unsaved={form.isDirty} where="dialog" />}
    </>
  )
}
