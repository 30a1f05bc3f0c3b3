/** Where the focus is, or was last, and where it may go when that element disappears. */
interface Place {
  element: HTMLElement
  /** A page, a dialog or something beside the page: the focus stays within it while something is left there. */
  scope: Element
  /** What is around the element within the scope, innermost first. */
  ancestors: readonly Element[]
  /** The other elements in the scope that can have the focus: those after it, then those before it. */
  neighbors: readonly HTMLElement[]
  byKeyboard: boolean
  /** The place from which the focus came into this scope. */
  before: Place | undefined
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** Phones open a keyboard for these. */
const typedInto = 'textarea, input:not([type="checkbox"], [type="radio"], [type="range"], [type="file"])'
const scopes = 'main, [role$="dialog"]'
const scopesBeside = '[role="region"], [aria-live], header'

let place: Place | undefined
/** false while users move the focus themselves. */
let isKept = false
/** The Tab key is moving the focus, perhaps out of the page: then no element says where to. */
let isTabbing = false
/** Disabled while it had the focus, for example until a change is saved, and where the focus waits meanwhile. */
let disabled: { place: Place; neighbor: Element | null } | undefined

/**
 * When the focused element is removed or disabled, moves the focus to its nearest neighbor that is left, and back once
 * the element is enabled again, unless users do something meanwhile. Browsers would drop the focus, and dialogs would
 * move it to their beginning, so this must start before any dialog opens.
 */
export function keepFocus(): void {
  const keep = (element: EventTarget | null) => {
    if (!(element instanceof HTMLElement)) return
    place = placeOf(element)
    isKept = true
    isTabbing = false
  }
  const release = () => {
    isKept = false
    isTabbing = false
    disabled = undefined
  }
  const releaseIfMoved = (event: FocusEvent) => (event.relatedTarget || isTabbing) && release()
  const noteTab = ({ type, key }: KeyboardEvent) => {
    isTabbing = type === 'keydown' && key === 'Tab'
    if (type === 'keydown') disabled = undefined
  }
  // Not focusin, which WebKit leaves out between fields of dates, and toasts stop.
  const early = { capture: true }
  document.addEventListener('focus', ({ target }) => keep(target), early)
  document.addEventListener('blur', releaseIfMoved, early)
  document.addEventListener('keydown', noteTab, early)
  document.addEventListener('keyup', noteTab, early)
  document.addEventListener('pointerdown', release, early)
  const stayHere = () => {
    disabled = undefined
  }
  document.addEventListener('wheel', stayHere, { capture: true, passive: true })
  // Safari doesn't focus the buttons that users press, and assistive technology presses without a pointer.
  document.addEventListener('click', stayHere, early)
  document.addEventListener('click', ({ target }) => keep(pressed(target)), early)
  new MutationObserver(() => {
    const { activeElement } = document
    // A disabled element only loses the focus a moment later.
    const isLost = activeElement === document.body || activeElement?.matches(':disabled')
    if (disabled && isFocusable(disabled.place.element)) {
      const { place, neighbor } = disabled
      disabled = undefined
      // The neighbor may have gone in the same moment.
      if (isLost || activeElement === neighbor) place.element.focus({ preventScroll: !place.byKeyboard })
    } else if (place && isKept && isLost) {
      const left = place
      focusNearest(left)
      disabled = left.element.isConnected ? { place: left, neighbor: document.activeElement } : undefined
    }
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] })
}

const pressed = (target: EventTarget | null) => (target instanceof Element ? target.closest(focusable) : null)

/** Returns a function that moves the focus back to where it is now, or to the nearest neighbor that is left then. */
export function rememberFocus(): () => void {
  const remembered = place
  return () => {
    if (!remembered || !focusNearest(remembered)) focusPage()
  }
}

function placeOf(target: HTMLElement): Place {
  // What a menu does, it does to the place of its button.
  const menu = target.closest('[role="menu"]')
  const element = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '') ?? target
  const scope = element.closest(scopes) ?? element.closest(scopesBeside) ?? document.body
  const byKeyboard = target.matches(':focus-visible')
  const others = Array.from(scope.querySelectorAll<HTMLElement>(focusable)).filter(
    other => other !== element && (byKeyboard || !other.matches(typedInto)),
  )
  const isAfter = (other: Node) => element.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING
  const next = others.findIndex(isAfter)
  const after = next < 0 ? [] : others.slice(next)
  return {
    element,
    scope,
    // A page or a dialog as a whole is no neighborhood: its beginning could be far away.
    ancestors: [...ancestorsIn(scope, element), ...(scope.matches(scopesBeside) ? [scope] : [])],
    neighbors: [...after, ...others.slice(0, others.length - after.length).reverse()],
    byKeyboard,
    before: scope.matches('main') ? undefined : place?.scope === scope ? place.before : place,
  }
}

function ancestorsIn(scope: Element, element: Element): Element[] {
  const parent = element.parentElement
  return parent && element !== scope && parent !== scope ? [parent, ...ancestorsIn(scope, parent)] : []
}

/** Returns whether something of the place is left. */
function focusNearest({ element, scope, ancestors, neighbors, byKeyboard, before }: Place): boolean {
  const options = { preventScroll: !byKeyboard }
  const left = [element, ...neighbors].filter(isFocusable)
  for (const around of [element, ...ancestors]) {
    const nearest =
      around.isConnected && (successorIn(around, element) ?? left.find(other => around.contains(other)))
    if (nearest) {
      nearest.focus(options)
      return true
    }
  }
  if (scope.matches('main')) return false
  if (scope.isConnected && scope instanceof HTMLElement && scope.matches(scopes)) scope.focus(options)
  else if (!before || !focusNearest(before)) focusPage()
  return true
}

/** The same link again, for example in the card that replaced its outline behind a dialog. */
function successorIn(around: Element, element: HTMLElement): HTMLElement | undefined {
  if (element.isConnected || !(element instanceof HTMLAnchorElement)) return undefined
  return Array.from(around.querySelectorAll('a')).find(
    link => link.href === element.href && isFocusable(link),
  )
}

const focusPage = () => document.querySelector('main')?.focus({ preventScroll: true })

const isFocusable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.getClientRects().length > 0
