import { clsx } from 'clsx'
import { dayNames } from '#kit/rules/time/day-names.ts'
import { FieldError } from '#kit/web/forms/field.tsx'

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
          <label
            key={name}
            className={clsx(
              'relative inline-flex min-h-11 min-w-13 select-none items-center justify-center rounded-full border px-2 font-semibold has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
              days.includes(day)
                ? 'border-terracotta bg-terracotta text-on-terracotta'
                : 'border-edge bg-raised hover:border-terracotta',
            )}
          >
            <input
              type="checkbox"
              aria-label={name}
              checked={days.includes(day)}
              onChange={event =>
                onChange(
                  event.target.checked
                    ? [...days, day].toSorted((a, b) => a - b)
                    : days.filter(other => other !== day),
                )
              }
              className="absolute inset-0 appearance-none rounded-full outline-none"
            />
            <span aria-hidden="true">{name.slice(0, 3)}</span>
          </label>
        ))}
      </div>
      <FieldError error={days.length === 0 ? 'Choose at least one day' : undefined} />
    </fieldset>
  )
}
