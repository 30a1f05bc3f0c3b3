import { type FormEvent, useId } from 'react'
import { flushSync } from 'react-dom'
import { Dialog, type DialogProps } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { focusFirstInvalid } from './focus-first-invalid.ts'

export interface SubmitDialogProps
  extends Pick<DialogProps, 'onClose' | 'title' | 'description' | 'locked' | 'focusesPanel' | 'children'> {
  /** Not called while busy. */
  onSubmit: (event: FormEvent) => void
  /** What the button does, e.g. 'Save Restaurant'. Omitted while there is nothing to submit. */
  submitLabel?: string | false
  /** Until a choice is made without which nothing can be submitted. */
  disabled?: boolean
  busy?: boolean
  busyText?: string
  cancelLabel?: string
  danger?: boolean
  className?: string
}

/** A dialog with a form, whose buttons stay visible below it. */
export function SubmitDialog({
  onSubmit,
  submitLabel,
  disabled,
  busy,
  busyText,
  cancelLabel = 'Cancel',
  danger,
  className = 'flex flex-col gap-5',
  children,
  ...dialog
}: SubmitDialogProps) {
  const formId = useId()
  return (
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
              disabled={disabled}
              busy={busy}
              busyText={busyText}
            >
              {submitLabel}
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          if (busy) return
          const form = event.currentTarget
          flushSync(() => onSubmit(event))
          focusFirstInvalid(form)
        }}
        className={className}
      >
        {children}
      </form>
    </Dialog>
  )
}
