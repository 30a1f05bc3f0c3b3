import type { ReactNode } from 'react'
import { commentMaxLength } from '#contract/ratings.ts'
import { starValues } from '#domain/ratings.ts'
import { counted } from '#web/lib/counted.ts'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Textarea } from '#web/ui/textarea.tsx'

interface RatingFieldsProps {
  /** The two controls' props from `register`. */
  value: object
  comment: object
  errors: { value?: { message?: string }; comment?: { message?: string } }
  hint?: ReactNode
}

/** Stars and comment. */
export function RatingFields({ value, comment, errors, hint }: RatingFieldsProps) {
  return (
    <>
      <Field label="Rating" error={errors.value?.message} hint={hint} required>
        <Select {...value} options={starValues.map(stars => [stars, counted(stars, 'Star')])} />
      </Field>
      <Field label="Comment" hint="Optional" error={errors.comment?.message}>
        <Textarea {...comment} maxLength={commentMaxLength} />
      </Field>
    </>
  )
}
