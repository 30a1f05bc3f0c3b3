/**
 * WebKit leaves fields that the Tab key reaches below bars and the ends of dialogs, which the styles of both say. Also
 * marks what got the focus by keyboard where the browser's :focus-visible doesn't: WebKit leaves out radio buttons that
 * arrow keys reach after a click, and fields of times and dates. styles.css draws the ring around both.
 */
export function showKeyboardFocus(): void {
  let isByKeyboard = false
  // WebKit sends no focusin when the Tab key moves from one field of this kind to the next.
  const early = { capture: true }
  document.addEventListener(
    'keydown',
    () => {
      isByKeyboard = true
    },
    early,
  )
  document.addEventListener(
    'pointerdown',
    () => {
      isByKeyboard = false
    },
    early,
  )
  document.addEventListener(
    'focus',
    ({ target }) => {
      // It scrolls to the field itself after this, and others have nothing left to do.
      if (isByKeyboard && target instanceof HTMLElement)
        requestAnimationFrame(() => target.matches(':focus') && target.scrollIntoView({ block: 'nearest' }))
      if (!(target instanceof HTMLInputElement) || target.matches(':focus-visible')) return
      // Like all fields with text, these show their ring after a click, too.
      if (isByKeyboard || target.matches('[type="time"], [type="date"]')) target.dataset.focusVisible = ''
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
