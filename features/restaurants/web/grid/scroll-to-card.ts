/** In milliseconds. */
const interval = 50
/** How often the card must have been seen where it belongs before it is left alone. */
const steadyLooks = 12
const maxLooks = 100
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown']

/**
 * Waits until dialogs have closed, since they return focus to their opener; calls `scrollNear`, then scrolls to the
 * card. On the way other cards get their real heights, so the position is corrected until it stays, unless the user
 * scrolls.
 */
export function scrollToCard(target: number | undefined, scrollNear?: () => void): (() => void) | undefined {
  if (target === undefined) return undefined
  let hasScrolledNear = false
  let hasStarted = false
  let before = window.scrollY
  let steady = 0
  let looks = 0
  const look = () => {
    const card = document.getElementById(`restaurant-${target}`)
    if (document.querySelector('[role="dialog"]')) return
    if (!hasScrolledNear) {
      hasScrolledNear = true
      scrollNear?.()
    } else if (card && !hasStarted) {
      hasStarted = true
      for (const event of userEvents) addEventListener(event, stop, { passive: true })
      card.scrollIntoView({ block: 'center', behavior: 'smooth' })
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    } else if (card) correct(card)
  }
  const correct = (card: HTMLElement) => {
    const isMoving = Math.abs(window.scrollY - before) > 1
    before = window.scrollY
    looks += 1
    steady = isMoving ? 0 : steady + 1
    if (looks > maxLooks || steady > steadyLooks) return stop()
    // Resting for two looks: it has arrived, or was stopped by a change of the page's height.
    if (steady < 2 || isCentered(card)) return
    card.scrollIntoView({ block: 'center', behavior: 'instant' })
    if (Math.abs(window.scrollY - before) > 1) steady = 0
    before = window.scrollY
  }
  const timer = setInterval(look, interval)
  const stop = () => {
    clearInterval(timer)
    for (const event of userEvents) removeEventListener(event, stop)
  }
  return stop
}

function isCentered(card: HTMLElement): boolean {
  const { top, height } = card.getBoundingClientRect()
  return Math.abs(top + height / 2 - window.innerHeight / 2) < 24
}
