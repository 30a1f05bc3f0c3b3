import { DomEvent, type Map as LeafletMap } from 'leaflet'

/**
 * Lets one finger and the plain wheel scroll the page instead of the map. Also, dragging the map by a pin doesn't click
 * that pin, and a double tap on a pin doesn't zoom.
 */
export function forwardGesturesToPage(
  map: LeafletMap,
  element: HTMLElement,
  overlay: HTMLElement,
  onOneFinger: () => void,
): () => void {
  let isDragged = false
  map.on('dragstart', () => {
    isDragged = true
  })
  const controller = new AbortController()
  const capture = { capture: true, signal: controller.signal }
  element.addEventListener(
    'pointerdown',
    ({ pointerType }) => {
      isDragged = false
      if (pointerType === 'touch') map.dragging.disable()
      else map.dragging.enable()
    },
    capture,
  )
  element.addEventListener('wheel', event => !event.ctrlKey && event.stopPropagation(), capture)
  element.addEventListener('click', event => isDragged && DomEvent.stop(event), capture)
  /** Whether the whole gesture used one finger: when a pinch ends, one finger leaves before the other. */
  let isOneFinger = false
  const passive = { ...capture, passive: true }
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
  overlay.addEventListener('dblclick', event => event.stopPropagation(), { signal: controller.signal })
  return () => controller.abort()
}
