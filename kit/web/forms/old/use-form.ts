import { useEffect } from 'react'
import { useForm as useHookForm } from 'react-hook-form'
import { focusFirstInvalid, submittedForm } from '../focus-first-invalid.ts'

/**
 * A form whose first invalid field is focused after it was submitted: the first that the user sees. The library would
 * take the order in which fields happen to be registered.
 */
export const useForm: typeof useHookForm = options => {
  const form = useHookForm({ ...options, shouldFocusError: false })
  const { submitCount } = form.formState
  useEffect(() => {
    if (submitCount > 0) focusFirstInvalid(submittedForm())
  }, [submitCount])
  return form
}
