const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** The focus never moves out of these. */
const grounds = 'main, [role$="dialog"]'

let hasBegun = false

/**
 * When the element with keyboard focus is removed or disabled, moves the focus to its nearest neighbor that is left.
 * Browsers would drop the focus, and dialogs would move it to their beginning. Once called, it stays active.
 */
export function keepFocus(): void {
  if (hasBegun) return
  hasBegun = true
  /** The ancestors of the focused element within its page or dialog, innermost first. */
  let around: Element[] = []
  /** Where the focus may move: the element itself (if it was only moved), then those after it, then those before it. */
  let near: HTMLElement[] = []

  document.addEventListener('focusin', ({ target }) => {
    const isKept = target instanceof HTMLElement && target.matches(`:is(${grounds}) :focus-visible`)
    around = isKept ? ancestorsIn(target) : []
    near = isKept ? beside(target) : []
  })
  // Users who point elsewhere move the focus on purpose.
  document.addEventListener('pointerdown', () => {
    near = []
  })
  new MutationObserver(() => {
    const { activeElement } = document
    // A disabled element only loses the focus a moment later.
    if (near.length === 0 || (activeElement !== document.body && !activeElement?.matches(':disabled'))) return
    const left = near.filter(isReachable)
    for (const place of around) {
      const next = place.isConnected && left.find(element => place.contains(element))
      if (next) return next.focus()
    }
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

function ancestorsIn(target: Element): Element[] {
  const place = target.parentElement
  return place && !place.matches(grounds) ? [place, ...ancestorsIn(place)] : []
}

function beside(target: HTMLElement): HTMLElement[] {
  const all = Array.from(target.closest(grounds)?.querySelectorAll<HTMLElement>(reachable) ?? [])
  const at = all.indexOf(target)
  return [...all.slice(at), ...all.slice(0, Math.max(0, at)).reverse()]
}

const isReachable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.checkVisibility()
