import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { Pixels } from '#domain/map-view.ts'

interface Gestures {
  pan: (by: Pixels) => void
  zoom: (steps: number, at: Pixels) => void
  /** One finger scrolls the page. */
  onOneFinger: () => void
}

/** A mouse drags the map, two fingers move and zoom it, and so does the wheel with Ctrl (or a pinch on a touchpad). */
export function useMapGestures(frame: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const pan = useEffectEvent(gestures.pan)
  const zoom = useEffectEvent(gestures.zoom)
  const onOneFinger = useEffectEvent(gestures.onOneFinger)

  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const within = ({ clientX, clientY }: { clientX: number; clientY: number }): Pixels => {
      const box = element.getBoundingClientRect()
      return { x: clientX - box.left - element.clientLeft, y: clientY - box.top - element.clientTop }
    }

    const onWheel = (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1
      const steps = (-event.deltaY * lines) / 150
      zoom(Math.max(-1, Math.min(1, steps)), within(event))
    }

    let held: Pixels | undefined
    const onPointerDown = (event: PointerEvent) => {
      if (event.pointerType !== 'touch' && event.button === 0) held = within(event)
    }
    const onPointerMove = (event: PointerEvent) => {
      if (!held) return
      if (event.buttons === 0) {
        held = undefined
        return
      }
      const now = within(event)
      const by = { x: now.x - held.x, y: now.y - held.y }
      // A slightly shaky click is not a drag. A captured pointer would not click the pin.
      if (!element.hasPointerCapture(event.pointerId)) {
        if (Math.hypot(by.x, by.y) < 5) return
        element.setPointerCapture(event.pointerId)
      }
      held = now
      pan(by)
    }
    const onPointerUp = () => {
      held = undefined
    }

    let fingers: { middle: Pixels; apart: number } | undefined
    const measure = ({ touches: [one, two] }: TouchEvent) => {
      if (!one || !two) return undefined
      const [a, b] = [within(one), within(two)]
      return { middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, apart: Math.hypot(a.x - b.x, a.y - b.y) }
    }
    const onTouch = (event: TouchEvent) => {
      fingers = event.touches.length === 2 ? measure(event) : undefined
    }
    const onTouchMove = (event: TouchEvent) => {
      if (event.touches.length === 1) onOneFinger()
      const now = event.touches.length === 2 ? measure(event) : undefined
      if (!now || !fingers) return
      if (event.cancelable) event.preventDefault()
      pan({ x: now.middle.x - fingers.middle.x, y: now.middle.y - fingers.middle.y })
      if (now.apart > 0 && fingers.apart > 0) zoom(Math.log2(now.apart / fingers.apart), now.middle)
      fingers = now
    }

    const ends = new AbortController()
    const { signal } = ends
    const active = { passive: false, signal }
    element.addEventListener('wheel', onWheel, active)
    element.addEventListener('pointerdown', onPointerDown, { signal })
    element.addEventListener('pointermove', onPointerMove, { signal })
    element.addEventListener('pointerup', onPointerUp, { signal })
    element.addEventListener('pointercancel', onPointerUp, { signal })
    // A pin may be removed while a finger that started on it is still down; its events only reach that pin.
    const onTouchStart = (event: TouchEvent) => {
      onTouch(event)
      for (const { target } of event.changedTouches) {
        const node: EventTarget = target
        node.addEventListener('touchmove', onTouchMove as EventListener, active)
        node.addEventListener('touchend', onTouch as EventListener, { signal })
        node.addEventListener('touchcancel', onTouch as EventListener, { signal })
      }
    }
    element.addEventListener('touchstart', onTouchStart, active)
    return () => ends.abort()
  }, [frame])
}
