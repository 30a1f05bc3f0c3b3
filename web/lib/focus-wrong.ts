/** Leads to the first field that is wrong, once it says so. */
export function focusWrong(form: Element | null | undefined): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus()
}
