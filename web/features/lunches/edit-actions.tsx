import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'

interface EditActionsProps {
  isChanged: boolean
  isSaving: boolean
  onBack: () => void
}

/** The end of a form inside a lunch's page. Going back asks first if there is something unsaved. */
export function EditActions({ isChanged, isSaving, onBack }: EditActionsProps) {
  const [isLeaving, setIsLeaving] = useState(false)
  return (
    <>
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
    </>
  )
}
