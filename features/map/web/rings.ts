const milesSteps = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000]
const maxRings = 8

/** The radii of the rings around a campus in miles: even steps, at least `apart` pixels apart, up to `reach` pixels. */
export function ringMiles(pixelsPerMile: number, apart: number, reach: number): number[] {
  const step = milesSteps.find(miles => miles * pixelsPerMile >= apart)
  if (step === undefined) return []
  const count = Math.min(maxRings, Math.floor(reach / (step * pixelsPerMile)))
  return Array.from({ length: count }, (_, index) => Number(((index + 1) * step).toFixed(2)))
}

/** The largest round number of miles that is at most `most` pixels long. */
export function scaleMiles(pixelsPerMile: number, most: number): number {
  return milesSteps.findLast(miles => miles * pixelsPerMile <= most) ?? milesSteps[0] ?? 0
}

export function milesLabel(miles: number): string {
  return `${miles.toLocaleString('en-US')} mi`
}
