import type { ReactNode } from 'react'
import { starValues } from '#kit/rules/stars.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { commentMaxLength } from '../../contract.ts'

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
