import { useState } from 'react'
import { useServerNow } from '#kit/web/browser/now.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { leadersOf } from '../../lunch-decision.ts'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { usePlaceNames } from '../use-place-names.ts'

interface CloseVoteProps {
  lunch: Lunch
  writes: LunchWrites
}

/** The host's button: it closes the vote and, where that is possible, opens it again. */
export function CloseOrReopen({ lunch, writes }: CloseVoteProps) {
  const [isAsking, setIsAsking] = useState(false)
  const now = useServerNow()
  const { state, decision } = lunch
  const isOpen = state === 'voting'
  const canReopen = decision?.gone || now.toISOString() <= (decision?.takeBackUntil ?? '')
  if (!isOpen && !canReopen) return null
  return (
    <>
      {/* One button, so that the focus stays on it when the vote is closed. */}
      <Button onClick={() => (isOpen ? setIsAsking(true) : writes.reopen())}>
        {isOpen ? 'Close the vote now' : 'Open the vote again'}
      </Button>
      {isOpen && isAsking && <CloseVote lunch={lunch} writes={writes} onClose={() => setIsAsking(false)} />}
    </>
  )
}

const byLot = 0

/** Asks where to go: the leader is set, or at a tie the draw, until the host chooses. */
function CloseVote({ lunch, writes, onClose }: CloseVoteProps & { onClose: () => void }) {
  const { options, people } = lunch
  const { nameOf } = usePlaceNames(lunch)
  const [picked, setPicked] = useState<number>()
  const leaderIds = leadersOf(
    options.map(({ restaurantId, voters }) => ({ restaurantId, votes: voters.length })),
  )
  const leaders = options.filter(({ restaurantId }) => leaderIds.includes(restaurantId))
  const isTie = leaders.length > 1
  const expected = isTie ? byLot : leaders[0]?.restaurantId
  const isThere = picked === byLot ? isTie : options.some(({ restaurantId }) => restaurantId === picked)
  const chosen = isThere ? picked : expected
  const place = options.find(({ restaurantId }) => restaurantId === chosen)
  const votes = leaders[0]?.voters.length ?? 0
  const choices = [
    ...(isTie ? [{ id: byLot, label: 'Draw lots', detail: `${leaders.length} are tied` }] : []),
    ...options.map(option => ({
      id: option.restaurantId,
      label: nameOf(option),
      detail: `${option.voters.length} of ${people.length}`,
    })),
  ]
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Close the vote now?"
      cancelLabel="Keep voting"
      confirmLabel={
        <span className="max-w-[calc(100vw-7rem)] truncate sm:max-w-52">
          {place ? `Go to ${nameOf(place)}` : 'Draw lots'}
        </span>
      }
      onConfirm={() => {
        onClose()
        // Without a place, the votes decide: they say that it won, or draw among those that are tied.
        writes.closeVote(chosen === expected ? undefined : chosen)
      }}
    >
      <p className="break-words">
        {votes === 0
          ? 'Nobody has voted yet.'
          : `${new Intl.ListFormat('en-US').format(leaders.map(nameOf))} ${isTie ? 'lead' : 'leads'} with ${votes} of ${people.length}.`}{' '}
        You can take it back for a minute, as long as nobody has left.
      </p>
      <fieldset className="mt-3 flex flex-col">
        <legend className="sr-only">Where to go</legend>
        {choices.map(({ id, label, detail }) => (
          <label key={id} className="flex min-h-11 items-center gap-3 py-1 text-ink">
            <input
              type="radio"
              name="place"
              checked={id === chosen}
              onChange={() => setPicked(id)}
              className="size-5 shrink-0 appearance-none rounded-full border-2 border-edge bg-raised checked:border-6 checked:border-terracotta hover:border-terracotta"
            />
            <span className="min-w-0 flex-1 break-words leading-snug">{label}</span>
            <span className="shrink-0 text-muted text-sm tabular-nums">{detail}</span>
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
