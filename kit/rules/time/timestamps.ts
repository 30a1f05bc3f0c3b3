/** The moment this many milliseconds after another one, as the database and the API write it: ISO 8601, UTC. */
export const timestampAfter = (moment: Date, milliseconds: number): string =>
  new Date(moment.getTime() + milliseconds).toISOString()

export const timestampBefore = (moment: Date, milliseconds: number): string =>
  timestampAfter(moment, -milliseconds)

/**
 * The timestamp of a change at `now` to something last changed at `last`. It is always later than `last`,
 * because two changes within a millisecond must not look like one.
 */
export const timestampOfChange = (last: string | null, now: string): string =>
  last === null ? now : new Date(Math.max(Date.parse(now), Date.parse(last) + 1)).toISOString()
