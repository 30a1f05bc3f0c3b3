const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** The focus never moves out of these. */
const focusScopes = 'main, [role$="dialog"]'

let isActive = false

/**
 * When the element with keyboard focus is removed or disabled, moves the focus to its nearest neighbor that is left.
 * Browsers would drop the focus, and dialogs would move it to their beginning. Once called, it stays active.
 */
export function keepFocus(): void {
  if (isActive) return
  isActive = true
  /** The ancestors of the focused element within its page or dialog, innermost first. */
  let ancestors: Element[] = []
  /** Where the focus may move: the element itself (if it was only moved), then those after it, then those before it. */
  let candidates: HTMLElement[] = []

  document.addEventListener('focusin', ({ target }) => {
    const isKept = target instanceof HTMLElement && target.matches(`:is(${focusScopes}) :focus-visible`)
    ancestors = isKept ? ancestorsIn(target) : []
    candidates = isKept ? focusCandidates(target) : []
  })
  // Users who point elsewhere move the focus on purpose.
  document.addEventListener('pointerdown', () => {
    candidates = []
  })
  new MutationObserver(() => {
    const { activeElement } = document
    // A disabled element only loses the focus a moment later.
    if (candidates.length === 0 || (activeElement !== document.body && !activeElement?.matches(':disabled')))
      return
    const left = candidates.filter(isFocusable)
    for (const place of ancestors) {
      const next = place.isConnected && left.find(element => place.contains(element))
      if (next) return next.focus()
    }
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

function ancestorsIn(target: Element): Element[] {
  const place = target.parentElement
  return place && !place.matches(focusScopes) ? [place, ...ancestorsIn(place)] : []
}

function focusCandidates(target: HTMLElement): HTMLElement[] {
  const all = Array.from(target.closest(focusScopes)?.querySelectorAll<HTMLElement>(focusable) ?? [])
  const at = all.indexOf(target)
  return [...all.slice(at), ...all.slice(0, Math.max(0, at)).reverse()]
}

const isFocusable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0
