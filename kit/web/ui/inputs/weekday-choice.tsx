import { dayNames } from '#kit/rules/time/day-names.ts'
import { FieldError } from '#kit/web/forms/field.tsx'
import { Pill } from './pill.tsx'

const week = [...dayNames.keys()]

interface WeekdayChoiceProps {
  /** From Monday (0). */
  days: readonly number[]
  onChange: (days: number[]) => void
}

/** Days of the week, of which at least one must be chosen. */
export function WeekdayChoice({ days, onChange }: WeekdayChoiceProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">Days</legend>
      <div className="flex flex-wrap gap-2">
        {dayNames.map((name, day) => (
          <Pill
            key={name}
            type="checkbox"
            aria-label={name}
            checked={days.includes(day)}
            onChange={({ target }) =>
              onChange(week.filter(other => (other === day ? target.checked : days.includes(other))))
            }
            className="min-w-13 justify-center !px-2"
          >
            <span aria-hidden="true">{name.slice(0, 3)}</span>
          </Pill>
        ))}
      </div>
      <FieldError error={days.length === 0 ? 'Choose at least one day' : undefined} />
    </fieldset>
  )
}
