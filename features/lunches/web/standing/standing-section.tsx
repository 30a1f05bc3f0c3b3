import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Repeat } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { localDate, weekdayOf } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Lunch } from '../../contract.ts'
import { everyLabel, everyShort, everyTitle } from '../../standing-lunches.ts'
import { listStandingLunches, type StandingLunch } from '../../standing-lunches-contract.ts'
import { PersonAvatar } from '../avatars.tsx'
import { hasLeft } from '../lunch-texts.ts'
import { StandingForm } from './standing-form.tsx'
import { missedText, useIsMissed } from './standing-text.tsx'
import { useStandingWrites } from './use-standing-writes.ts'

/**
 * In the page of a lunch that repeats, under the meeting point: its days, how many come every time, and to be one of
 * them. What isn't known yet has its room, so that nothing below moves.
 */
export function ComeEveryTime({ lunch }: { lunch: Lunch }) {
  const made = lunch.standing
  const { data } = useQuery({ ...read(listStandingLunches), enabled: Boolean(made) })
  const standing = data?.find(({ id }) => id === made?.id)
  // One that has ended is in no list.
  if (!made || (data && !standing)) return null
  return <EveryTime lunch={lunch} made={made} standing={standing} />
}

interface EveryTimeProps {
  lunch: Lunch
  made: NonNullable<Lunch['standing']>
  standing: StandingLunch | undefined
}

function EveryTime({ lunch, made, standing }: EveryTimeProps) {
  const viewer = useSignedIn()
  const writes = useStandingWrites(made, lunch)
  const isMissed = useIsMissed(lunch)
  const isRegular = standing?.regulars.some(({ id }) => id === viewer.id)
  return (
    <div>
      <p className="flex items-start gap-2">
        <Repeat className="mt-1 size-4 shrink-0" />
        <span>
          {everyTitle(made.weekdays)}
          <span className={standing ? undefined : 'invisible'}>
            {' '}
            · {counted(standing?.regulars.length ?? 2, 'comes', 'come')} every time
          </span>
        </span>
      </p>
      {isMissed && <p>{missedText}</p>}
      <Button
        variant="quiet"
        disabled={writes.isPending}
        onClick={event => {
          // After the first click the button's meaning flips: ignore the second click of a double click.
          if (event.detail > 1) return
          if (isRegular) writes.stop()
          else writes.come()
        }}
        className={clsx('-ml-3 !px-3', !standing && 'invisible')}
      >
        {isRegular ? `Don’t come ${everyShort(made.weekdays)}` : `Come ${everyShort(made.weekdays)}`}
      </Button>
    </div>
  )
}

/** At the end of that page: who comes every time where that isn't who is in, and what the host may do. */
export function StandingSection({ lunch }: { lunch: Lunch }) {
  const viewer = useSignedIn()
  const made = lunch.standing
  if (!made) return null
  const frame = (content: ReactNode) => (
    <section aria-labelledby="lunch-repeats" className="flex flex-col gap-3 border-line border-t pt-5">
      <h3 id="lunch-repeats" className="text-lg">
        {everyTitle(made.weekdays)}
      </h3>
      {content}
    </section>
  )
  return (
    <Loaded queries={[read(listStandingLunches)]} skeleton={null} frame={frame}>
      {all => {
        const standing = all.find(({ id }) => id === made.id)
        // One that has ended is in no list.
        if (!standing) return null
        const mayChange = standing.host?.id === viewer.id || viewer.isAdmin
        const others = !areSame(standing.regulars, lunch.people) && <Regulars standing={standing} />
        return (
          (mayChange || others) &&
          frame(
            <>
              {others}
              {mayChange && <HostActions lunch={lunch} standing={standing} />}
            </>,
          )
        )
      }}
    </Loaded>
  )
}

const areSame = (some: readonly { id: number }[], others: readonly { id: number }[]) =>
  some.length === others.length && some.every(({ id }) => others.some(other => other.id === id))

function Regulars({ standing }: { standing: StandingLunch }) {
  return (
    <div>
      <p className="mb-2 text-muted text-sm">Who comes every time</p>
      <ul role="list" className="flex flex-wrap gap-x-4 gap-y-2">
        {standing.regulars.map(person => (
          <li key={person.id} className="flex min-w-0 items-center gap-2">
            <PersonAvatar person={person} among={standing.regulars} />
            <span className="min-w-0 break-words leading-snug">{fullName(person)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface SkipButtonProps {
  lunch: Lunch
  standing: StandingLunch
  writes: ReturnType<typeof useStandingWrites>
}

/** For the day of this lunch. */
function SkipButton({ lunch, standing, writes }: SkipButtonProps) {
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

function HostActions({ lunch, standing }: { lunch: Lunch; standing: StandingLunch }) {
  const writes = useStandingWrites(standing, lunch)
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
      <SkipButton lunch={lunch} standing={standing} writes={writes} />
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
