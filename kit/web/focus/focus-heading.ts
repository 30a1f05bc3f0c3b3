/** Focuses the heading of a new page, so that screen readers announce it. */
export function focusHeading(): void {
  const main = document.getElementById('main')
  // The new content may have set the focus itself.
  if (!main?.querySelector(':focus')) focusHeadingIn(main)
}

/** Focuses the first heading in an element that is shown or scrolled to; without one, the element itself. */
export function focusHeadingIn(content: HTMLElement | null): void {
  const target = content?.querySelector<HTMLElement>('h1, h2') ?? content
  if (!target) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}
