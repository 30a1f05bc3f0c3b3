import { DomEvent, type Map as LeafletMap } from 'leaflet'

/**
 * Leaves the page what is the page's: one finger and the plain wheel scroll it. A pin that was dragged along wasn't clicked,
 * and two quick taps on one don't zoom.
 */
export function letPageScroll(
  map: LeafletMap,
  element: HTMLElement,
  overlay: HTMLElement,
  onOneFinger: () => void,
): () => void {
  let isDragged = false
  map.on('dragstart', () => {
    isDragged = true
  })
  const ends = new AbortController()
  const early = { capture: true, signal: ends.signal }
  element.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isDragged = false
      if (pointerType === 'touch') map.dragging.disable()
      else map.dragging.enable()
    },
    early,
  )
  element.addEventListener('wheel', event => !event.ctrlKey && event.stopPropagation(), early)
  element.addEventListener('click', event => isDragged && DomEvent.stop(event), early)
  /** From the first on: of two that pinch, one leaves before the other. */
  let isOneFinger = false
  const passive = { ...early, passive: true }
  element.addEventListener(
    'touchstart',
    ({ touches }) => {
      isOneFinger = touches.length === 1
    },
    passive,
  )
  element.addEventListener(
    'touchmove',
    ({ touches, target }) => {
      isOneFinger &&= touches.length === 1
      const isOnPin = target instanceof Element && target.closest('[data-draggable]')
      if (isOneFinger && !isOnPin) onOneFinger()
    },
    passive,
  )
  overlay.addEventListener('dblclick', event => event.stopPropagation(), { signal: ends.signal })
  return () => ends.abort()
}
