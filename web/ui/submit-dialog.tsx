import { type FormEvent, type ReactNode, useId } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

interface SubmitDialogProps {
  onClose: () => void
  title: string
  description?: ReactNode
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
  /** The dialog can't be closed right now. */
  locked?: boolean
  focusesPanel?: boolean
  className?: string
  children: ReactNode
}

/** A dialog with a form, whose buttons stay visible below it. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { onClose, title, description, onSubmit, submitLabel, busy, busyText, locked, children } = props
  const { cancelLabel = 'Cancel', danger, disabled, focusesPanel, className = 'flex flex-col gap-5' } = props
  const formId = useId()
  return (
    <Dialog
      onClose={onClose}
      locked={locked}
      focusesPanel={focusesPanel}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={locked}>
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
