let lastSubmitted: Element | undefined

// In Safari, a button that is clicked has no focus that would lead to its form.
globalThis.document?.addEventListener(
  'submit',
  ({ target }) => {
    if (target instanceof Element) lastSubmitted = target
  },
  { capture: true },
)

/** The form that the user submitted last. */
export const submittedForm = (): Element | undefined => lastSubmitted

/** Focuses the first invalid field. Call it after the errors are rendered. */
export function focusFirstInvalid(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
}
