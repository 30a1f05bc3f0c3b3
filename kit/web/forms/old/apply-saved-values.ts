import type { DefaultValues, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'
import { isSame } from '#kit/rules/is-same.ts'

/** Shows the saved values after `sent` was saved. Anything typed since then stays and counts as unsaved. */
export function applySavedValues<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  saved: Values,
  sent: Values,
): void {
  form.reset(saved as DefaultValues<Values>, {
    keepValues: true,
    keepFieldsRef: true,
    keepDirtyValues: false,
    keepErrors: false,
  })
  for (const [field, typed] of Object.entries(form.getValues())) {
    const value = isSame(typed, sent[field]) ? saved[field] : typed
    form.setValue(field as Path<Values>, value as PathValue<Values, Path<Values>>, { shouldDirty: true })
  }
}
