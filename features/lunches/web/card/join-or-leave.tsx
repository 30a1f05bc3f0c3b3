import { useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute, useServerNow } from '#kit/web/browser/now.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { hasLeft, isIn, seatsLeft, tellingApart, timeLabel } from '../lunch-texts.ts'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { useLunches } from '../use-lunches.ts'

// Loaded lazily: only the last person in a lunch is asked.
const ConfirmDialog = lazyDialog(
  async () => (await import('#kit/web/overlays/confirm-dialog.tsx')).ConfirmDialog,
)

interface JoinOrLeaveProps {
  lunch: Lunch
  writes: LunchWrites
  className?: string
}

export function JoinOrLeave({ lunch, writes, className }: JoinOrLeaveProps) {
  const viewer = useSignedIn()
  const now = useServerNow()
  const { timeZone } = usePublicConfig()
  const [isAsking, setIsAsking] = useState(false)
  if (lunch.state === 'cancelled' || hasLeft(lunch, now)) return null
  const amIn = isIn(lunch, viewer.id)
  const amAlone = amIn && lunch.people.length === 1
  return (
    <>
      <Button
        variant={amIn ? 'quiet' : 'primary'}
        className={className}
        disabled={!amIn && seatsLeft(lunch) === 0}
        // After the first click the button's meaning flips: ignore the second click of a double click.
        onClick={event => {
          if (event.detail > 1 || writes.isPending) return
          if (amAlone) setIsAsking(true)
          else if (amIn) writes.leave()
          else writes.join()
        }}
      >
        {amIn ? 'I’m out' : 'I’m in'}
        <span className="sr-only">
          , lunch at {timeLabel(lunch.leavesAt, timeZone)}
          <ToldApart lunch={lunch} />
        </span>
      </Button>
      {isAsking && amAlone && (
        <ConfirmDialog
          onClose={() => setIsAsking(false)}
          title="Cancel this lunch?"
          cancelLabel="Keep it"
          confirmLabel="I’m out"
          danger
          onConfirm={() => {
            setIsAsking(false)
            writes.leave()
          }}
        >
          Nobody else is in, so it is cancelled when you are out.
        </ConfirmDialog>
      )}
    </>
  )
}

/** Follows the time of a lunch where only screen readers and voice control need more. */
export function ToldApart({ lunch }: { lunch: Lunch }) {
  const { timeZone } = usePublicConfig()
  return tellingApart(lunch, useLunches(), { now: useServerMinute(), timeZone })
}
