import { useState } from 'react'
import type { Reply } from '#contract/endpoint.ts'
import { importFromYelp, mostYelpIds } from '#contract/yelp.ts'
import { serverMessage } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'
import { importedLabel } from './use-csv-import.ts'

type Result = Reply<typeof importFromYelp>
type Wish = { campusCode: string; yelpIds: readonly string[] }

export interface YelpOutcome {
  campusCode: string
  result: Result
  /** The chosen ones that the campus has now. */
  present: ReadonlySet<string>
  /** Why the rest was not tried. */
  failure?: string
}

/** Imports any number of restaurants, as many in one call as it takes; where one fails, the rest isn't tried. */
export function useYelpImport(whenDone: (outcome: YelpOutcome) => void) {
  const write = useWrite(importFromYelp, { stale: restaurantQueries })
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [outcome, setOutcome] = useState<YelpOutcome>()

  const start = async ({ campusCode, yelpIds }: Wish) => {
    const sum: Result = { imported: 0, skipped: 0, errors: [] }
    const present = new Set<string>()
    let failure: string | undefined
    setOutcome(undefined)
    for (let begin = 0; begin < yelpIds.length && failure === undefined; begin += mostYelpIds) {
      setProgress({ done: begin, total: yelpIds.length })
      const part = yelpIds.slice(begin, begin + mostYelpIds)
      try {
        const result = await write.mutateAsync({ body: { campusCode, yelpIds: part } })
        sum.imported += result.imported
        sum.skipped += result.skipped
        sum.errors.push(...result.errors.map(({ row, message }) => ({ row: begin + row, message })))
        const missing = new Set(result.errors.map(({ row }) => row))
        for (const [index, id] of part.entries()) if (!missing.has(index + 1)) present.add(id)
      } catch (error) {
        failure = serverMessage(error) ?? 'Failed to import restaurants'
      }
    }
    const done = { campusCode, result: sum, present, ...(failure !== undefined && { failure }) }
    setProgress(undefined)
    setOutcome(done)
    tell(done)
    whenDone(done)
  }

  return { start, progress, outcome, forget: () => setOutcome(undefined) }
}

function tell({ result, failure }: YelpOutcome) {
  if (failure !== undefined) toast({ title: 'Import failed', description: failure, variant: 'destructive' })
  else toast({ title: 'Import successful', description: importedLabel(result.imported), variant: 'success' })
}
