import { formatAverage } from '#kit/rules/stars.ts'

/** '★ 4.2', which screen readers read as '4.2 stars'. */
export function Stars({ average }: { average: number | null }) {
  if (average === null) return formatAverage(null)
  return (
    <>
      <span aria-hidden="true">★ </span>
      {formatAverage(average)}
      <span className="sr-only"> stars</span>
    </>
  )
}
