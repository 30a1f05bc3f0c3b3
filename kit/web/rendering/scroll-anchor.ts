/** Below the page's header. */
const sightline = 150
/** More than what is between two items. */
const gap = 40

/**
 * In browsers without scroll anchoring (Safari), keeps the item of a list that is being read where it is while the ones
 * above it get their real heights.
 */
export function anchorScroll(list: HTMLElement): () => void {
  let anchor: Element | null = null
  let index = -1
  // From the top of the page.
  let position = 0
  const indexOf = (item: Element | null) => Array.prototype.indexOf.call(list.children, item)
  const positionOf = (item: Element) => item.getBoundingClientRect().top + scrollY
  const itemAt = (y: number) => {
    const { left, width } = list.getBoundingClientRect()
    const item = document.elementFromPoint(left + Math.min(width / 2, 100), y)?.closest('li')
    return item && list.contains(item) ? item : null
  }
  const remember = () => {
    anchor = itemAt(sightline) ?? itemAt(sightline + gap)
    index = indexOf(anchor)
    position = anchor ? positionOf(anchor) : 0
  }
  const keep = () => {
    const moved = anchor?.isConnected ? positionOf(anchor) - position : 0
    if (Math.abs(moved) > 1 && scrollY > 0) window.scrollBy({ top: moved, behavior: 'instant' })
    remember()
  }
  // On a slow phone, heights can change between scrolling and its event. What another order moved isn't followed.
  const afterScroll = () => (indexOf(anchor) === index ? keep() : remember())
  const observer = new ResizeObserver(keep)
  observer.observe(list)
  addEventListener('scroll', afterScroll, { passive: true })
  return () => {
    observer.disconnect()
    removeEventListener('scroll', afterScroll)
  }
}
