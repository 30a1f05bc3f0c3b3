const reachable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'

/** Never out of these. */
const grounds = 'main, [role$="dialog"]'

let hasBegun = false

/**
 * Where what has the keyboard's focus goes away or is disabled, the focus goes on to what is left beside it. Browsers leave it
 * nowhere, dialogs lead back to where they begin. Once begun, it stays.
 */
export function keepFocus(): void {
  if (hasBegun) return
  hasBegun = true
  /** What the focus stands in, from the inside; the page and what is around it are left out. */
  let around: Element[] = []
  /** Where it may go on: itself, if it only moved, what follows, then what comes before. */
  let near: HTMLElement[] = []

  document.addEventListener('focusin', ({ target }) => {
    const isKept = target instanceof HTMLElement && target.matches(`:is(${grounds}) :focus-visible`)
    around = isKept ? ancestorsIn(target) : []
    near = isKept ? beside(target) : []
  })
  // Whoever points elsewhere means to.
  document.addEventListener('pointerdown', () => {
    near = []
  })
  new MutationObserver(() => {
    const { activeElement } = document
    // One that is disabled loses the focus a moment later.
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
