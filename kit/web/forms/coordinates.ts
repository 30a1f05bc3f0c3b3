import type { ClipboardEvent } from 'react'
import type { Point } from '#kit/rules/distance.ts'

/** Reads coordinates in the format that map sites copy: '35.5951, -82.5515'. */
export function readCoordinates(text: string): Point | null {
  const [, latitude, longitude] =
    /^\s*\(?(-?\d+(?:\.\d+)?)\s*[,;\s]\s*(-?\d+(?:\.\d+)?)\)?\s*$/.exec(text) ?? []
  if (latitude === undefined || longitude === undefined) return null
  return { latitude: Number(latitude), longitude: Number(longitude) }
}

/** Fills in both coordinates when both are pasted into one field, which would drop them. */
export const pasteCoordinates = (set: (point: Point) => void) => (event: ClipboardEvent) => {
  const coordinates = readCoordinates(event.clipboardData.getData('text'))
  if (!coordinates) return
  event.preventDefault()
  set(coordinates)
}
