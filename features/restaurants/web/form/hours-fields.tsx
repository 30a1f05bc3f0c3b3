import type { ClipboardEvent } from 'react'
import { useFormState, useWatch } from 'react-hook-form'
import { isSame } from '#kit/rules/is-same.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import {
  hoursInOneLine,
  type OpeningTime,
  openingTimesProblem,
  writeOpeningTimes,
} from '../../opening/opening-times.ts'
import { readOpeningTimes } from '../../opening/read-opening-times.ts'
import { fieldLabels } from '../field-labels.ts'
import { type RestaurantFormState, textOrNull } from './restaurant-form-values.ts'
import { WeekEditor } from './week-editor.tsx'

const dirty = { shouldDirty: true, shouldValidate: true }

/**
 * The hours as text, beside the week read from it. The week always follows the text; the text follows the week only as
 * long as both say the same.
 */
export function HoursFields({ form, required }: { form: RestaurantFormState; required: boolean }) {
  const { register, control, setValue } = form
  const { errors } = useFormState({ control, name: ['hours', 'openingTimes'] })
  const [text, week = null] = useWatch({ control, name: ['hours', 'openingTimes'] })
  const read = text ? readOpeningTimes(text) : null

  const changeWeek = (next: OpeningTime[] | null) => {
    setValue('openingTimes', next, dirty)
    // Don't overwrite a text that says something else, such as 'Call ahead'.
    const isFollowing = !text || isSame(read, week) || (week !== null && openingTimesProblem(week) !== null)
    if (next && isFollowing && openingTimesProblem(next) === null)
      setValue('hours', writeOpeningTimes(next), dirty)
  }
  /** An input would join the lines of a copied table without a blank. */
  const pasteLines = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\r\n\t]/.test(pasted.trim())) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const before = value.slice(0, selectionStart ?? value.length)
    const next = `${before}${hoursInOneLine(pasted)}${value.slice(selectionEnd ?? value.length)}`
    setValue('hours', next, dirty)
    setValue('openingTimes', readOpeningTimes(next), dirty)
  }
  return (
    <>
      <Field label={fieldLabels.hours} error={errors.hours?.message} required={required}>
        <Input
          {...register('hours', {
            setValueAs: textOrNull,
            onChange: event => setValue('openingTimes', readOpeningTimes(String(event.target.value)), dirty),
          })}
          placeholder="11 AM - 9 PM"
          onPaste={pasteLines}
        />
      </Field>
      <WeekEditor
        value={week}
        onChange={changeWeek}
        note={noteOf(text ?? '', read, week)}
        error={errors.openingTimes?.message}
      />
    </>
  )
}

function noteOf(text: string, read: OpeningTime[] | null, week: readonly OpeningTime[] | null): string {
  if (week === null) {
    return text.trim() && !read
      ? 'The text isn’t recognized as opening times, so the restaurant isn’t shown as open or closed. Fill in the week, or rephrase the text.'
      : 'Not known: the restaurant isn’t shown as open or closed.'
  }
  if (isSame(read, week)) return `Read from the text: ${writeOpeningTimes(week, 400)}`
  return openingTimesProblem(week) ?? `Instead of the text: ${writeOpeningTimes(week, 400)}`
}
