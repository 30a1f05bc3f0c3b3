import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as z from 'zod/mini'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isSame } from '#kit/rules/is-same.ts'
import { localDate, localTime } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { ChangeForm } from '../change-form.tsx'
import { leavesAtOf } from '../start/departure-times.ts'
import { DetailFields, detailSchemas, detailsOf } from '../start/detail-fields.tsx'
import { TimeFields, type When } from '../start/time-fields.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { CloseOrReopen } from './close-vote.tsx'
import { cancelText } from './leaving-texts.ts'

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
  const details = detailsOf(lunch)
  const values = { when: whenOf(lunch, timeZone), ...details }
  const form = useForm({
    draft: 'lunch: changes',
    schema: z.object({ when: z.custom<When>(), ...detailSchemas(details) }),
    values,
  })
  return (
    <ChangeForm
      form={form}
      // Only what differs is sent: others may have changed the rest in the meantime.
      send={async ({ when, ...checked }, doubleBooked) =>
        writes.change({
          ...(!isSame(when, values.when) && {
            leavesAt: leavesAtOf(when.date, when.time, timeZone),
            doubleBooked,
          }),
          ...changedValues(checked, lunch),
        })
      }
      isSaving={writes.isPending}
      onDone={onDone}
    >
      <TimeFields {...form.field('when')} />
      <DetailFields form={form} />
    </ChangeForm>
  )
}

function whenOf({ leavesAt }: Lunch, timeZone: string): When {
  const leaves = new Date(leavesAt)
  return { date: localDate(leaves, timeZone), time: localTime(leaves, timeZone) }
}
