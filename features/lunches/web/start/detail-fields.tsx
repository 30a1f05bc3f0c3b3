import { Field } from '#kit/web/forms/field.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import type { Lunch } from '../../contract.ts'
import { seatsError, seatsRange } from '../../lunch-seats.ts'

/** A lunch's optional details, as typed in the form. */
export type Details = { meetingPoint: string; note: string; seats: string }

export const detailsOf = ({ meetingPoint, note, seats }: Pick<Lunch, keyof Details>): Details => ({
  meetingPoint: meetingPoint ?? '',
  note: note ?? '',
  seats: seats === null ? '' : String(seats),
})

/** Converts the form's values to the request body. */
export const detailsToSend = ({ meetingPoint, note, seats }: Details) => ({
  meetingPoint: meetingPoint.trim() || null,
  note: note.trim() || null,
  seats: seats === '' ? null : Number(seats),
})

/** What is wrong with the seats. Those that a lunch has already may stay. */
const seatsProblem = ({ seats }: Details, opened?: Details) =>
  seats === opened?.seats ? undefined : seatsError(seats === '' ? null : Number(seats))

/** Whether the server would take them. */
export const areDetailsRight = (details: Details, opened?: Details): boolean =>
  seatsProblem(details, opened) === undefined

interface DetailFieldsProps {
  value: Details
  /** What the lunch has; undefined: a new one. */
  opened?: Details
  /** Once the form was to be sent, what is wrong is said. */
  isSubmitted: boolean
  onChange: (details: Details) => void
}

export function DetailFields({ value, opened, isSubmitted, onChange }: DetailFieldsProps) {
  const field = (name: keyof Details) => ({
    value: value[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ ...value, [name]: target.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <Field label="Where do you meet?" hint="For example: the lobby">
        <Input {...field('meetingPoint')} maxLength={80} />
      </Field>
      <Field label="Note">
        <Input {...field('note')} maxLength={200} />
      </Field>
      <Field
        label="Seats"
        hint="Leave empty for no limit"
        error={isSubmitted ? seatsProblem(value, opened) : undefined}
      >
        <Input {...field('seats')} type="number" inputMode="numeric" {...seatsRange} />
      </Field>
    </>
  )
}
