/**
 * Scrolls to what the Tab key reaches: WebKit ignores that the styles reserve room for bars (`scroll-margin`). Also marks
 * what got the focus by keyboard where the browser's :focus-visible doesn't: WebKit leaves out radio buttons that arrow
 * keys reach after a click, and fields of times and dates. styles.css draws the ring around both.
 */
export function showKeyboardFocus(): void {
  /** undefined once the pointer was used. */
  let lastKey: string | undefined
  // WebKit sends no focusin when the Tab key moves from one field of this kind to the next.
  const early = { capture: true }
  const note = (key: string | undefined) => {
    lastKey = key
  }
  document.addEventListener('keydown', ({ key }) => note(key), early)
  document.addEventListener('pointerdown', () => note(undefined), early)
  document.addEventListener(
    'focus',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || !target.matches('input, textarea, select, button, a')) return
      // WebKit scrolls there after this; others then have nothing left to do.
      if (lastKey === 'Tab')
        requestAnimationFrame(() => target.matches(':focus') && target.scrollIntoView({ block: 'nearest' }))
      if (!target.matches('input, textarea')) return
      if (target.matches(':focus-visible')) return
      // Like all fields with text, these show their ring after a click, too.
      if (lastKey !== undefined || target.matches('[type="time"], [type="date"]'))
        target.dataset.focusVisible = ''
    },
    early,
  )
  document.addEventListener(
    'blur',
    ({ target }) => {
      if (target instanceof HTMLElement) delete target.dataset.focusVisible
    },
    early,
  )
}
