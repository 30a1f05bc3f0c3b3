import { useId } from 'react'
import { addDays, instantOf, type LocalDate, localDate, type WallTime } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Pill } from '#kit/web/ui/inputs/pill.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { daysAhead } from '../../lunch-times.ts'
import { chipLabel, departureTimes } from './departure-times.ts'

export type When = { date: LocalDate; time: WallTime }

/** The day, and the time: one of the chips or any other. */
export function TimeFields({ value, onChange }: { value: When; onChange: (when: When) => void }) {
  const { timeZone } = usePublicConfig()
  const name = useId()
  const now = useServerMinute()
  const today = localDate(now, timeZone)
  const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => addDays(today, ahead))
  const chips = departureTimes(value.date, now, timeZone)
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">When do you leave?</legend>
      <div className="flex flex-wrap gap-2">
        {chips.map(time => (
          <Pill
            key={time}
            type="radio"
            name={name}
            value={time}
            checked={time === value.time}
            onChange={() => onChange({ ...value, time })}
            className="tabular-nums"
          >
            {chipLabel(time)}
          </Pill>
        ))}
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-3">
        <Field label="Another time" hideLabel>
          <Input
            type="time"
            value={value.time}
            onChange={event => event.target.value && onChange({ ...value, time: event.target.value })}
          />
        </Field>
        <Field label="Day" hideLabel>
          <Select
            value={value.date}
            onChange={event => onChange({ ...value, date: event.target.value })}
            options={days.map((date, ahead) => [
              date,
              ahead === 0 ? 'Today' : ahead === 1 ? 'Tomorrow' : dayName(date, timeZone),
            ])}
          />
        </Field>
      </div>
    </fieldset>
  )
}

const dayName = (date: LocalDate, timeZone: string) =>
  instantOf(date, '12:00', timeZone).toLocaleDateString('en-US', {
    timeZone,
    weekday: 'long',
    month: 'short',
    day: 'numeric',
  })
