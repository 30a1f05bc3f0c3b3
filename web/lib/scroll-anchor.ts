/** Below the page's header. */
const sightline = 150

/**
 * In browsers without scroll anchoring (Safari), keeps the item of a list that is being read where it is while the ones
 * above it get their real heights.
 */
export function anchorScroll(list: HTMLElement): () => void {
  if (CSS.supports('overflow-anchor', 'auto')) return () => undefined
  let anchor: Element | null | undefined
  let top = 0
  const remember = () => {
    const { left, width } = list.getBoundingClientRect()
    anchor = document.elementFromPoint(left + Math.min(width / 2, 100), sightline)?.closest('li')
    if (!anchor || !list.contains(anchor)) anchor = null
    top = anchor?.getBoundingClientRect().top ?? 0
  }
  const observer = new ResizeObserver(() => {
    const moved = anchor?.isConnected ? anchor.getBoundingClientRect().top - top : 0
    if (Math.abs(moved) > 1) window.scrollBy({ top: moved, behavior: 'instant' })
    remember()
  })
  observer.observe(list)
  addEventListener('scroll', remember, { passive: true })
  return () => {
    observer.disconnect()
    removeEventListener('scroll', remember)
  }
}
