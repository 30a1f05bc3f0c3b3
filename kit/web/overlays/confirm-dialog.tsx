import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal, useReturnFocus } from './dialog.tsx'

interface ConfirmDialogProps {
  onClose: () => void
  /** The question; it names what will be deleted or discarded. */
  title: string
  /** The consequences; may contain a field. */
  children?: ReactNode
  /** What the button does: 'Delete 12 restaurants', never 'OK'. */
  confirmLabel: ReactNode
  onConfirm: () => void
  cancelLabel?: string
  danger?: boolean
  busy?: boolean
  /** Disabled until a condition in the body is met. */
  disabled?: boolean
}

/** Stays open after confirming: the caller closes it when the work is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <Modal onClose={props.onClose} backCloses>
      <Panel {...props} />
    </Modal>
  )
}

function Panel({
  title,
  children,
  confirmLabel,
  onConfirm,
  cancelLabel = 'Cancel',
  danger,
  busy,
  disabled,
  onClose,
}: ConfirmDialogProps) {
  const returnFocus = useReturnFocus()
  const cancelRef = useRef<HTMLButtonElement>(null)
  return (
    <Radix.Content
      role="alertdialog"
      onOpenAutoFocus={event => {
        event.preventDefault()
        cancelRef.current?.focus()
      }}
      onCloseAutoFocus={returnFocus}
      onInteractOutside={event => event.preventDefault()}
      {...(children ? {} : { 'aria-describedby': undefined })}
      className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-50 mx-auto flex max-h-[85dvh] max-w-md flex-col overflow-y-auto rounded-lg bg-raised shadow-floating animate-sheet-in outline-none md:top-[50dvh] md:bottom-auto md:-translate-y-1/2"
    >
      <div className="px-6 pt-6">
        <Radix.Title className="text-xl">{title}</Radix.Title>
        {children && (
          <Radix.Description asChild>
            <div className="mt-2 text-muted">{children}</div>
          </Radix.Description>
        )}
      </div>
      {/* Sticky, so that focusing Cancel doesn't scroll a long question out of view. */}
      <div className="sticky bottom-0 flex flex-wrap-reverse justify-end gap-3 bg-raised p-6 max-sm:*:flex-auto">
        <Button ref={cancelRef} onClick={onClose}>
          {cancelLabel}
        </Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={busy} disabled={disabled} onClick={onConfirm}>
          {confirmLabel}
        </Button>
      </div>
    </Radix.Content>
  )
}
