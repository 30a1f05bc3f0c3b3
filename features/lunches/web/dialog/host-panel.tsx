import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isSame } from '#kit/rules/is-same.ts'
import { localDate, localTime } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { InlineForm } from '../inline-form.tsx'
import { cancelText } from '../lunch-texts.ts'
import { leavesAtOf } from '../start/departure-times.ts'
import { areDetailsRight, DetailFields, detailsOf, detailsToSend } from '../start/detail-fields.tsx'
import { TimeFields, type When } from '../start/time-fields.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { CloseOrReopen } from './close-vote.tsx'

interface HostPanelProps {
  lunch: Lunch
  writes: LunchWrites
  isHost: boolean
}

/** The host's actions; an administrator has them too. */
export function HostPanel({ lunch, writes, isHost }: HostPanelProps) {
  const viewer = useSignedIn()
  const [isEditing, setIsEditing] = useDraftState('lunch: is changed', false)
  const [isCancelling, setIsCancelling] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const closeForm = () => {
    flushSync(() => setIsEditing(false))
    opener.current?.focus()
  }
  return (
    <section
      aria-labelledby="lunch-host"
      className="flex flex-col print:hidden gap-3 border-line border-t pt-5"
    >
      <h3 id="lunch-host" className="text-lg">
        {isHost ? 'You’re the host' : 'As an administrator'}
      </h3>
      {isEditing ? (
        <EditForm lunch={lunch} writes={writes} onDone={closeForm} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button ref={opener} onClick={() => setIsEditing(true)}>
            Change time or place to meet
          </Button>
          {isHost && <CloseOrReopen lunch={lunch} writes={writes} />}
          <Button variant="quiet" className="text-brick-ink" onClick={() => setIsCancelling(true)}>
            Cancel lunch
          </Button>
        </div>
      )}
      {isCancelling && (
        <ConfirmDialog
          onClose={() => setIsCancelling(false)}
          title="Cancel this lunch?"
          cancelLabel="Keep it"
          confirmLabel="Cancel lunch"
          danger
          onConfirm={() => {
            setIsCancelling(false)
            writes.cancel()
          }}
        >
          {cancelText(lunch, viewer.id)}
        </ConfirmDialog>
      )}
    </section>
  )
}

function EditForm({
  lunch,
  writes,
  onDone,
}: Pick<HostPanelProps, 'lunch' | 'writes'> & { onDone: () => void }) {
  const { timeZone } = usePublicConfig()
  // Only fields that differ from `opened` are sent: others may have changed the rest in the meantime.
  const [initial] = useState(() => {
    const opened = { when: whenOf(lunch, timeZone), details: detailsOf(lunch) }
    return { opened, ...opened }
  })
  const [typed, setTyped] = useDraftState('lunch: changes', initial)
  const { opened, when, details } = typed
  const isChanged = typed !== initial
  const [isSubmitted, setSubmitted] = useState(false)

  const [doubleBooked, setDoubleBooked] = useState<number>()
  const save = (known = 0) => {
    setSubmitted(true)
    if (!areDetailsRight(details, opened.details)) return
    const isMoved = !isSame(when, opened.when)
    const leavesAt = leavesAtOf(when.date, when.time, timeZone)
    const changed = changedValues(detailsToSend(details), detailsToSend(opened.details))
    writes.change(
      { ...(isMoved && { leavesAt, doubleBooked: known }), ...changed },
      { saved: onDone, onDoubleBooked: setDoubleBooked },
    )
  }
  return (
    <InlineForm
      isChanged={isChanged}
      isSaving={writes.isPending}
      onSubmit={() => save()}
      onBack={onDone}
      doubleBooked={doubleBooked}
      onStay={() => setDoubleBooked(undefined)}
      onMove={() => save(doubleBooked)}
    >
      <TimeFields value={when} onChange={chosen => setTyped({ ...typed, when: chosen })} />
      <DetailFields
        value={details}
        opened={opened.details}
        isSubmitted={isSubmitted}
        onChange={changed => setTyped({ ...typed, details: changed })}
      />
    </InlineForm>
  )
}

function whenOf({ leavesAt }: Lunch, timeZone: string): When {
  const leaves = new Date(leavesAt)
  return { date: localDate(leaves, timeZone), time: localTime(leaves, timeZone) }
}
