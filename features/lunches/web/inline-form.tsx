import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { counted } from '#kit/rules/texts/counted.ts'
import { focusFirstInvalid } from '#kit/web/forms/focus-first-invalid.ts'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'

interface InlineFormProps {
  isChanged: boolean
  isSaving: boolean
  /** Not called while saving. */
  onSubmit: () => void
  onBack: () => void
  /** How many others the change would book twice, once that is known. */
  doubleBooked: number | undefined
  onStay: () => void
  onMove: () => void
  children: ReactNode
}

/** A form inside a lunch's page. Going back asks first if there is something unsaved. */
export function InlineForm({ isChanged, isSaving, onSubmit, onBack, children, ...moving }: InlineFormProps) {
  const { doubleBooked, onStay, onMove } = moving
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (isSaving) return
        const form = event.currentTarget
        flushSync(onSubmit)
        focusFirstInvalid(form)
      }}
      className="flex flex-col gap-4"
    >
      {children}
      <div className="flex gap-3">
        <Button onClick={() => (isChanged ? setIsLeaving(true) : onBack())}>Back</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
      </div>
      <LeaveQuestion
        unsaved={isChanged}
        where="dialog"
        isOpenedByForm={isLeaving}
        onStay={() => setIsLeaving(false)}
        onLeave={onBack}
      />
      {doubleBooked !== undefined && (
        <ConfirmDialog
          onClose={onStay}
          title={`${counted(doubleBooked, 'person', 'people')} would be in two lunches`}
          cancelLabel="Don’t move it"
          confirmLabel="Move it anyway"
          busy={isSaving}
          onConfirm={onMove}
        >
          {doubleBooked === 1 ? 'One who is in is also' : 'They are in this one and also'} in another lunch at
          about the new time. They are told, and can leave one of the two.
        </ConfirmDialog>
      )}
    </form>
  )
}
