import type { ReactNode } from 'react'
import { starValues } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { Choice, LongText } from '#kit/web/forms/fields.tsx'
import type { FieldState } from '#kit/web/forms/use-form.ts'
import { commentMaxLength } from '../../contract.ts'

interface RatingFieldsProps {
  value: FieldState<number>
  comment: FieldState<string | null | undefined>
  hint?: ReactNode
}

/** Stars and comment. */
export function RatingFields({ value, comment, hint }: RatingFieldsProps) {
  return (
    <>
      <Choice
        {...value}
        label="Rating"
        hint={hint}
        required
        options={starValues.map(stars => [stars, counted(stars, 'Star')])}
        value={String(value.value)}
        onChange={stars => value.onChange(Number(stars))}
      />
      <LongText {...comment} label="Comment" hint="Optional" maxLength={commentMaxLength} />
    </>
  )
}
