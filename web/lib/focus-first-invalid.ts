/** Focuses the first invalid field. Call it after the errors are rendered. */
export function focusFirstInvalid(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
}
