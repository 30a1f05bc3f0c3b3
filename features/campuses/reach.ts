import { greatCircleMiles, type Point } from '#kit/rules/distance.ts'

/** In miles: no one drives farther for lunch, so a result beyond this is another place of the same name. */
const maxMilesFromCampus = 60
export const tooFarFromCampus = `This position is more than ${maxMilesFromCampus} miles from the campus. Please check the address and the campus.`

export const isTooFar = (campus: Point, point: Point): boolean =>
  greatCircleMiles(campus, point) > maxMilesFromCampus
