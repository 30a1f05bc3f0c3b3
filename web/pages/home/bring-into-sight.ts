/** Once dialogs are gone, since they give the focus back to where they were opened: `approach`, then on to the card. */
export function bringIntoSight(target: number | undefined, approach?: () => void): (() => void) | undefined {
  if (target === undefined) return undefined
  let approached = false
  const look = () => {
    const card = document.getElementById(`restaurant-${target}`)
    if (document.querySelector('[role="dialog"]')) return
    if (!approached) {
      approached = true
      approach?.()
    } else if (card) {
      clearInterval(timer)
      card.scrollIntoView({ block: 'center', behavior: 'smooth' })
      card.querySelector<HTMLElement>('a')?.focus({ preventScroll: true })
    }
  }
  const timer = setInterval(look, 50)
  return () => clearInterval(timer)
}
