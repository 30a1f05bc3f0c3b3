/**
 * Keeps the keys that an input method is using (Japanese, Chinese, Korean …) away from every handler: its Enter accepts
 * a word and its Escape drops one, neither is meant for the page. The input method and the field still get them.
 */
export function ignoreKeysOfInputMethods(): void {
  // The window's capture phase comes before all other handlers, including those of libraries.
  addEventListener('keydown', stopIfComposing, { capture: true })
  addEventListener('keyup', stopIfComposing, { capture: true })
}

function stopIfComposing(event: KeyboardEvent): void {
  // Safari has already left the composition when it reports the key that ended it: only the key code tells.
  if (event.isComposing || event.keyCode === keyCodeOfInputMethod) event.stopImmediatePropagation()
}

const keyCodeOfInputMethod = 229
