import type { ClipboardEvent } from 'react'
import { isSame } from '#kit/rules/is-same.ts'
import { OptionalText } from '#kit/web/forms/fields.tsx'
import {
  hoursInOneLine,
  type OpeningTime,
  openingTimesProblem,
  writeOpeningTimes,
} from '../../opening/opening-times.ts'
import { readOpeningTimes } from '../../opening/read-opening-times.ts'
import { fieldLabels } from '../field-labels.ts'
import type { RestaurantFormState } from './restaurant-form-values.ts'
import { WeekEditor } from './week-editor.tsx'

/**
 * The hours as text, beside the week read from it. The week always follows the text; the text follows the week only as
 * long as both say the same.
 */
export function HoursFields({ form, required }: { form: RestaurantFormState; required: boolean }) {
  const { hours: text, openingTimes: week = null } = form.typed
  const read = text ? readOpeningTimes(text) : null

  const changeWeek = (next: OpeningTime[] | null) => {
    // Don't overwrite a text that says something else, such as 'Call ahead'.
    const isFollowing = !text || isSame(read, week) || (week !== null && openingTimesProblem(week) !== null)
    const follows = next && isFollowing && openingTimesProblem(next) === null
    form.set({ openingTimes: next, ...(follows && { hours: writeOpeningTimes(next) }) }, { checks: true })
  }
  const changeText = (next: string | null) =>
    form.set({ hours: next as string, openingTimes: next ? readOpeningTimes(next) : null }, { checks: true })
  /** An input would join the lines of a copied table without a blank. */
  const pasteLines = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = event.clipboardData.getData('text/plain')
    if (!/[\r\n\t]/.test(pasted.trim())) return
    event.preventDefault()
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const before = value.slice(0, selectionStart ?? value.length)
    changeText(`${before}${hoursInOneLine(pasted)}${value.slice(selectionEnd ?? value.length)}`)
  }
  return (
    <>
      <OptionalText
        {...form.field('hours')}
        label={fieldLabels.hours}
        required={required}
        empty={null}
        onChange={changeText}
        placeholder="11 AM - 9 PM"
        onPaste={pasteLines}
      />
      <WeekEditor
        value={week}
        onChange={changeWeek}
        note={noteOf(text ?? '', read, week)}
        error={form.field('openingTimes').error}
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
