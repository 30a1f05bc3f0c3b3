import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusFirstInvalid } from '#web/lib/focus-first-invalid.ts'
import { Button } from '#web/ui/button.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'

interface InlineFormProps {
  isChanged: boolean
  isSaving: boolean
  /** Not called while saving. */
  onSubmit: () => void
  onBack: () => void
  children: ReactNode
}

/** A form inside a lunch's page. Going back asks first if there is something unsaved. */
export function InlineForm({ isChanged, isSaving, onSubmit, onBack, children }: InlineFormProps) {
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
    </form>
  )
}
