import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { everyLabel, everyTitle } from '../../standing-lunches.ts'
import { listStandingLunches, type StandingLunch } from '../../standing-lunches-contract.ts'
import { PersonAvatar } from '../avatars.tsx'
import { hasLeft } from '../lunch-texts.ts'
import { StandingForm } from './standing-form.tsx'
import { missedText, useIsMissed } from './standing-text.tsx'
import { useStandingWrites } from './use-standing-writes.ts'

/** In the page of a lunch that repeats: who comes every time, and what the host may do. */
export function StandingSection({ lunch }: { lunch: Lunch }) {
  const { data, error, isFetching, refetch } = useQuery({
    ...read(listStandingLunches),
    enabled: Boolean(lunch.standing),
  })
  if (!lunch.standing) return null
  const standing = data?.find(({ id }) => id === lunch.standing?.id)
  // One that has ended is in no list.
  if (data && !standing) return null
  return (
    <section aria-labelledby="lunch-repeats" className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 id="lunch-repeats" className="text-lg">
        {everyTitle(lunch.standing.weekdays)}
      </h3>
      <Loaded
        query={{ data: standing, error, isFetching, refetch }}
        skeleton={<Skeleton className="h-11 w-44 !rounded-full" />}
      >
        {shown => <Standing lunch={lunch} standing={shown} />}
      </Loaded>
    </section>
  )
}

function Standing({ lunch, standing }: { lunch: Lunch; standing: StandingLunch }) {
  const viewer = useSignedIn()
  const writes = useStandingWrites(standing, lunch)
  const isMissed = useIsMissed(lunch)
  const isRegular = standing.regulars.some(({ id }) => id === viewer.id)
  const mayChange = standing.host?.id === viewer.id || viewer.isAdmin
  const every = everyLabel(standing.weekdays)
  return (
    <>
      <div>
        <p className="mb-2 text-muted text-sm">
          {counted(standing.regulars.length, 'person comes', 'people come')} every time
        </p>
        <ul role="list" className="flex flex-wrap gap-x-4 gap-y-2">
          {standing.regulars.map(person => (
            <li key={person.id} className="flex min-w-0 items-center gap-2">
              <PersonAvatar person={person} among={standing.regulars} />
              <span className="min-w-0 break-words leading-snug">{fullName(person)}</span>
            </li>
          ))}
        </ul>
      </div>
      {isMissed && <p>{missedText}</p>}
      <div className="flex flex-wrap gap-2">
        <Button
          disabled={writes.isPending}
          onClick={event => {
            // After the first click the button's meaning flips: ignore the second click of a double click.
            if (event.detail > 1) return
            if (isRegular) writes.stop()
            else writes.come()
          }}
        >
          {isRegular ? `Don’t come ${every}` : `Come ${every}`}
        </Button>
        {mayChange && <SkipButton lunch={lunch} standing={standing} writes={writes} />}
      </div>
      {mayChange && <HostActions standing={standing} writes={writes} />}
    </>
  )
}

type StandingProps = { standing: StandingLunch; writes: ReturnType<typeof useStandingWrites> }

/** For the day of this lunch. */
function SkipButton({ lunch, standing, writes }: StandingProps & { lunch: Lunch }) {
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const date = localDate(new Date(lunch.leavesAt), timeZone)
  if (hasLeft(lunch, now) || !standing.weekdays.includes(weekdayOf(date))) return null
  if (standing.skipped.includes(date))
    return (
      <Button disabled={writes.isPending} onClick={() => writes.unskip(date)}>
        Don’t skip it
      </Button>
    )
  if (lunch.state === 'cancelled') return null
  return (
    <Button disabled={writes.isPending} onClick={() => writes.skip(date)}>
      {standing.weekdays.length === 1 ? 'Skip this week' : 'Skip this day'}
    </Button>
  )
}

function HostActions({ standing, writes }: StandingProps) {
  const [isEditing, setIsEditing] = useState(false)
  const [isEnding, setIsEnding] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const every = everyLabel(standing.weekdays)
  const closeForm = () => {
    flushSync(() => setIsEditing(false))
    opener.current?.focus()
  }
  if (isEditing) return <StandingForm standing={standing} writes={writes} onDone={closeForm} />
  return (
    <div className="flex flex-wrap gap-2">
      <Button ref={opener} onClick={() => setIsEditing(true)}>
        Change what repeats
      </Button>
      <Button variant="quiet" className="text-brick-ink" onClick={() => setIsEnding(true)}>
        End it
      </Button>
      {isEnding && (
        <ConfirmDialog
          onClose={() => setIsEnding(false)}
          title={`Have no more lunch ${every}?`}
          cancelLabel="Keep it"
          confirmLabel="End it"
          danger
          onConfirm={() => {
            setIsEnding(false)
            writes.end()
          }}
        >
          Lunches that are planned already are cancelled, unless somebody is in who doesn’t come every time.
        </ConfirmDialog>
      )}
    </div>
  )
}
