import * as z from 'zod/mini'
import { Text } from '#kit/web/forms/fields.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
import type { Lunch } from '../../contract.ts'
import { seatsError, seatsRange } from '../../lunch-seats.ts'

/** A lunch's optional details, as typed in the form. */
export type Details = { meetingPoint: string; note: string; seats: string }

export const detailsOf = ({ meetingPoint, note, seats }: Pick<Lunch, keyof Details>): Details => ({
  meetingPoint: meetingPoint ?? '',
  note: note ?? '',
  seats: seats === null ? '' : String(seats),
})

const textOrNone = z.pipe(
  z.string(),
  z.transform(text => text.trim() || null),
)
const countOrNone = (text: string) => (text === '' ? null : Number(text))

/** The schemas of the details. The seats that a lunch has already may stay. */
export const detailSchemas = (saved?: Details) => ({
  meetingPoint: textOrNone,
  note: textOrNone,
  seats: z.pipe(
    z.string().check(
      z.refine(seats => seats === saved?.seats || seatsError(countOrNone(seats)) === undefined, {
        error: ({ input }) => seatsError(countOrNone(String(input))),
      }),
    ),
    z.transform(countOrNone),
  ),
})

export function DetailFields({ form }: { form: Pick<FormState<Details>, 'field'> }) {
  return (
    <>
      <Text
        {...form.field('meetingPoint')}
        label="Where do you meet?"
        hint="For example: the lobby"
        maxLength={80}
      />
      <Text {...form.field('note')} label="Note" maxLength={200} />
      <Text
        {...form.field('seats')}
        label="Seats"
        hint="Leave empty for no limit"
        type="number"
        inputMode="numeric"
        {...seatsRange}
      />
    </>
  )
}
