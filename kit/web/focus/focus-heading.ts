/** Focuses the heading of new content, so that screen readers announce it. */
export function focusHeading(): void {
  const main = document.getElementById('main')
  // The new content may have set the focus itself.
  if (!main || main.querySelector(':focus')) return
  const target = main.querySelector<HTMLElement>('h1') ?? main
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
