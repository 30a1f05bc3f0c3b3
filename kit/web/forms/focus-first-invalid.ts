/** Focuses the first invalid field and shows its error. Call it after the errors are rendered. */
export function focusFirstInvalid(form: Element | null | undefined): void {
  const field = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')
  if (!field) return
  field.focus()
  // The error stands below the field, where the screen may end or a bar may cover it.
  const described = field.getAttribute('aria-describedby')?.split(' ') ?? []
  const error = described.find(id => id.endsWith('-error')) ?? described.at(-1)
  if (error) document.getElementById(error)?.scrollIntoView({ block: 'nearest' })
}
