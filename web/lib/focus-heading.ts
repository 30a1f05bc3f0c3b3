/** Leads to the heading of what has just come, so that screen readers announce it. */
export function focusHeading(): void {
  const main = document.getElementById('main')
  // It may have set the focus itself.
  if (!main || main.querySelector(':focus')) return
  const target = main.querySelector<HTMLElement>('h1') ?? main
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
