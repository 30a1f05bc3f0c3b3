import { clsx } from 'clsx'
import { Copy, Plus, X } from 'lucide-react'
import { useId } from 'react'
import { dayNames } from '#kit/rules/time/day-names.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import type { OpeningTime } from '../../opening/opening-times.ts'

interface WeekEditorProps {
  /** null: unknown. */
  value: readonly OpeningTime[] | null
  onChange: (week: OpeningTime[] | null) => void
  /** Where the week comes from, or why there is none. */
  note: string
  error: string | undefined
}

/** Edits opening times, day by day. */
export function WeekEditor({ value, onChange, note, error }: WeekEditorProps) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={clsx(`${id}-note`, error && `${id}-error`)}
      tabIndex={-1}
      data-invalid={error && true}
      className="rounded-md border border-line p-3.5"
    >
      <legend className="px-1.5 font-semibold text-[0.9375rem]">Opening times</legend>
      <p id={`${id}-note`} aria-live="polite" className="mb-2 text-muted text-sm">
        {note !== error && note}
      </p>
      {value === null ? (
        <Button size="small" onClick={() => onChange([])}>
          Fill in the week
        </Button>
      ) : (
        <>
          <ul role="list" className="flex flex-col divide-y divide-line">
            {dayNames.map((name, day) => (
              <Day key={name} name={name} day={day} week={value} onChange={onChange} />
            ))}
          </ul>
          <Button size="small" variant="quiet" className="mt-2 -ml-3" onClick={() => onChange(null)}>
            Not known
          </Button>
        </>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  )
}

interface DayProps {
  name: string
  day: number
  week: readonly OpeningTime[]
  onChange: (week: OpeningTime[]) => void
}

function Day({ name, day, week, onChange }: DayProps) {
  const times = week.filter(time => time.day === day)
  const put = (changed: readonly Pick<OpeningTime, 'start' | 'end'>[]) =>
    onChange(withDay(week, day, changed))
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-2 py-1.5">
      <span className="py-2.5 font-medium">{name}</span>
      <ul role="list" className="order-last col-span-2">
        {times.length === 0 && <li className="py-2.5 text-muted">Closed</li>}
        {times.map((time, index) => {
          const change = (part: Partial<OpeningTime>) =>
            put(times.map((other, at) => (at === index ? { ...other, ...part } : other)))
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a stretch has no other name, and keeps the focus while it changes
            <li key={index} className="mb-1 flex items-center gap-1.5">
              <Input
                type="time"
                required
                aria-label={`${name} from`}
                value={time.start}
                onChange={event => event.target.value && change({ start: event.target.value })}
                className={timeInput}
              />
              <span aria-hidden="true">-</span>
              <Input
                type="time"
                required
                aria-label={`${name} until`}
                value={time.end === '24:00' ? '00:00' : time.end}
                onChange={event => {
                  const end = event.target.value
                  if (end) change({ end: end === '00:00' ? '24:00' : end })
                }}
                className={timeInput}
              />
              <Button
                variant="quiet"
                size="small"
                icon={<X />}
                aria-label={`Remove ${name} ${time.start}`}
                onClick={() => put(times.filter((_, at) => at !== index))}
                className="!min-w-11 !px-2"
              />
            </li>
          )
        })}
      </ul>
      <span className="flex">
        <Button
          variant="quiet"
          size="small"
          icon={<Plus />}
          aria-label={times.length > 0 ? `Add another time on ${name}` : `Open on ${name}`}
          title={times.length > 0 ? 'Another time' : 'Open'}
          onClick={() => put([...times, nextInterval(times)])}
          className="!min-w-11 !px-2"
        />
        <Button
          variant="quiet"
          size="small"
          icon={<Copy />}
          aria-label={`Copy ${name} to every day`}
          title="Copy to every day"
          onClick={() => onChange(copyDay(week, day))}
          className="!min-w-11 !px-2"
        />
      </span>
    </li>
  )
}

// The clock beside each of fourteen times would take the room of the times.
const timeInput = '!px-2 [&::-webkit-calendar-picker-indicator]:hidden'

/** Replaces the times of one day. */
function withDay(
  week: readonly OpeningTime[],
  day: number,
  times: readonly Pick<OpeningTime, 'start' | 'end'>[],
): OpeningTime[] {
  const others = week.filter(time => time.day !== day)
  return [...others, ...times.map(({ start, end }) => ({ day, start, end }))].sort((a, b) => a.day - b.day)
}

/** Copies one day's times to all days. */
function copyDay(week: readonly OpeningTime[], day: number): OpeningTime[] {
  const times = week.filter(time => time.day === day)
  return dayNames.flatMap((_, other) => times.map(time => ({ ...time, day: other })))
}

/** The next period to add to a day: the evening after a lunch period, or a whole day if the day has none. */
function nextInterval(times: readonly OpeningTime[]): Pick<OpeningTime, 'start' | 'end'> {
  const last = times.at(-1)
  if (!last) return { start: '11:00', end: '21:00' }
  return last.end > last.start && last.end < '17:00'
    ? { start: '17:00', end: '21:00' }
    : { start: last.end === '24:00' ? '00:00' : last.end, end: '23:00' }
}
