import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { useOwnRating } from '#features/ratings/web/ratings-of.ts'
import { useRate } from '#features/ratings/web/use-rate.ts'
import { DistinctNames, useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { dismissVisit, getVerdict, type Verdict, type Visit } from '#features/visits/contract.ts'
import { daysAgo } from '#features/visits/visit-days.ts'
import { useToday } from '#features/visits/web/use-today.ts'
import { starCount } from '#kit/rules/stars.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { othersOf, VerdictRow } from './verdict.tsx'

/** Asks about one visit after the other, the latest first, until 'Not now' ends it for the day. */
export function HowWasIt({ visits, className }: { visits: readonly Visit[]; className: string }) {
  const viewer = useSignedIn()
  const today = useToday()
  const key = `asked-${viewer.id}`
  const [endedOn, setEndedOn] = useState(() => readStored(key))
  // Stays while the answer is being sent, and afterwards in case the user adds a comment.
  const [answered, setAnswered] = useState<Visit>()
  // The list may take a moment to leave them out.
  const [done, setDone] = useState<readonly number[]>([])
  const latest = visits.find(({ id, restaurant }) => restaurant && !done.includes(id))
  const visit = answered ?? (endedOn === today ? undefined : latest)
  if (!visit?.restaurant) return null
  const places = visits.flatMap(({ restaurant }) => restaurant ?? [])
  const endForToday = () => {
    writeStored(key, today)
    setEndedOn(today)
  }
  return (
    <DistinctNames of={[...places, visit.restaurant]}>
      <Question
        key={visit.id}
        visit={visit}
        className={className}
        restaurant={visit.restaurant}
        isAnswered={answered !== undefined}
        onRated={() => setAnswered(visit)}
        onRejected={() => setAnswered(undefined)}
        onDone={() => {
          setDone(ids => [...ids, visit.id])
          setAnswered(undefined)
        }}
        onNotNow={endForToday}
      />
    </DistinctNames>
  )
}

interface QuestionProps {
  visit: Visit
  restaurant: { id: number; name: string }
  isAnswered: boolean
  onRated: () => void
  /** The server rejected the answer: the question is asked again. */
  onRejected: () => void
  onDone: () => void
  onNotNow: () => void
  className: string
}

function Question(props: QuestionProps) {
  const { visit, restaurant, isAnswered, onRated, onRejected, onDone, onNotNow, className } = props
  const name = useDistinctName(restaurant)
  const own = useOwnRating(restaurant.id)
  const rate = useRate(restaurant, own ?? null)
  const dismiss = useWrite(dismissVisit, {
    touches: ['visits'],
    done: () => undefined,
    failed: 'Failed to save',
  })
  const today = useToday()
  const [chosen, setChosen] = useState<number>()
  // Arrow keys only move, so that passing two stars on the way to four doesn't save two. A tap saves
  // immediately.
  const [isUnsaved, setIsUnsaved] = useState(false)
  const [isSaved, setIsSaved] = useState(false)
  const value = chosen ?? (isAnswered ? own?.value : undefined) ?? 0
  const verdict = useQuery({ ...read(getVerdict, { params: { id: String(visit.id) } }), enabled: isSaved })
  const save = async (stars: number) => {
    setChosen(stars)
    setIsUnsaved(false)
    onRated()
    try {
      await rate.mutateAsync({ value: stars })
      setIsSaved(true)
    } catch {
      if (!isAnswered) onRejected()
    }
    // Unless the user has chosen another one in the meantime.
    setChosen(now => (now === stars ? undefined : now))
  }
  const isJudged = isSaved && !rate.isPending && !isUnsaved && !verdict.isPending
  return (
    <section
      aria-label="How was it?"
      className={cardClass(
        'flex min-w-0 items-center gap-x-4 px-3 pt-1 max-md:flex-col max-md:items-stretch md:px-4 md:py-0.5',
        className,
      )}
    >
      <LiveText>{isJudged && verdict.data && spoken(value, verdict.data)}</LiveText>
      {isJudged ? (
        <VerdictRow visit={visit} stars={value} verdict={verdict.data} onDone={onDone} />
      ) : (
        <>
          <div className="flex min-w-0 items-baseline gap-x-2 text-sm md:flex-1 md:flex-col md:leading-snug">
            <h2 className="shrink-0 font-sans text-sm leading-[1.125rem] tracking-normal md:font-serif md:text-lg md:leading-snug">
              How was it?
            </h2>
            <p className="w-full min-w-0 truncate text-muted leading-[1.125rem]">
              {value > 0 && (
                // Hidden from screen readers: they already announce the radio buttons.
                <span aria-hidden="true" className="font-semibold text-saffron-ink">
                  {starCount(value)}{' '}
                </span>
              )}
              {name}, {daysAgo(visit.date, today)}
            </p>
          </div>
          <form
            className="flex min-w-0 items-center justify-between gap-x-2 max-[19rem]:flex-wrap"
            onSubmit={event => {
              event.preventDefault()
              if (!isUnsaved) return
              // The Save button, which has the focus, is about to disappear.
              event.currentTarget.querySelector<HTMLElement>('input:checked')?.focus()
              void save(value)
            }}
          >
            <StarInput
              label={`Your stars for ${name}`}
              value={value}
              onChange={stars => void save(stars)}
              onMove={stars => {
                setChosen(stars)
                setIsUnsaved(true)
              }}
              disabled={own === undefined}
              isCompact
              className="min-w-0 shrink max-md:max-w-55 max-md:grow max-[19rem]:basis-40"
            />
            <div className="flex shrink-0 items-center gap-x-1">
              {isUnsaved && (
                <Button size="small" variant="primary" type="submit" className="!px-3">
                  Save
                </Button>
              )}
              {!isAnswered && (
                <Button
                  size="small"
                  variant="quiet"
                  className="!px-3 whitespace-nowrap"
                  onClick={() => {
                    dismiss.mutate({ params: { id: String(visit.id) } })
                    onNotNow()
                  }}
                >
                  Not now
                </Button>
              )}
            </div>
          </form>
        </>
      )}
    </section>
  )
}

/** The verdict for screen readers. */
function spoken(stars: number, verdict: Verdict): string {
  const others = othersOf(verdict)
  const names = verdict.table?.people.map(person => isolated(fullName(person))).join(', ')
  return [
    `You ${starCount(stars)}`,
    others && `${others.who} ${others.average.toFixed(1)}`,
    names && `rated by ${names}`,
  ]
    .filter(Boolean)
    .join(', ')
}
