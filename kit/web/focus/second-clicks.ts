/**
 * Keeps the second click of a double click away from what the first one has brought under the pointer: a dialog that it
 * opened, what a closed one uncovers, the next entry of a list. All clicks on one button or link still count.
 */
export function ignoreStraySecondClicks(): void {
  // The window's capture phase comes before all other handlers.
  addEventListener('mousedown', follow, { capture: true })
  addEventListener('click', event => event.detail > 1 && isStray && drop(event), { capture: true })
}

let first: Element | null = null
let isStray = false

function follow(event: MouseEvent): void {
  const pressed =
    event.target instanceof Element ? (event.target.closest('a, button, label') ?? event.target) : null
  if (event.detail < 2) first = pressed
  isStray = pressed !== first
  if (isStray) drop(event)
}

function drop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
