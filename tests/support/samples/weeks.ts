import fc from 'fast-check'
import {
  type OpeningTime,
  openingTimesProblem,
  tidyOpeningTimes,
} from '#features/restaurants/opening/opening-times.ts'

export const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

/** Any valid week: stretches without overlap, to the step in minutes, also across midnight and the end of the week. */
export const weeksOf = ({ step, maxLength }: { step: number; maxLength: number }) =>
  fc
    .array(
      fc.record({
        day: fc.nat(6),
        from: fc.nat(1440 / step - 1),
        length: fc.integer({ min: 1, max: 1440 / step }),
      }),
      { maxLength },
    )
    .map(stretches => {
      const week: OpeningTime[] = []
      for (const { day, from, length } of stretches) {
        const end = ((from + length) * step) % 1440
        const time = { day, start: clock(from * step), end: end === 0 ? '24:00' : clock(end) }
        if (openingTimesProblem([...week, time]) === null) week.push(time)
      }
      return tidyOpeningTimes(week)
    })
