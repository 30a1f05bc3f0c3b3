import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { Progress } from '#kit/web/loading/progress.tsx'
import { Facts, withHint } from '#kit/web/section/facts.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { DistanceRun } from '../../contract.ts'

/** The progress of the run, or the result of the last one. */
export function RunFacts({ run }: { run: DistanceRun }) {
  const campusName = useCampusName()
  const where = run.campusCode === null ? 'all campuses' : campusName(run.campusCode)
  return (
    <>
      <LiveText>{announcement(run)}</LiveText>
      {run.state === 'In Progress' ? <Running run={run} where={where} /> : <Last run={run} where={where} />}
    </>
  )
}

interface RunProps {
  run: DistanceRun
  where: string
}

function Running({ run, where }: RunProps) {
  const { processed, count, addresses, toLocate, failures, startedAt } = run
  return (
    <div className="flex flex-col gap-3">
      {toLocate > 0 ? (
        <Progress
          label={counted(toLocate, 'address to locate', 'addresses to locate')}
          barLabel="Locating addresses"
          of={{ done: addresses - toLocate, count: addresses }}
        />
      ) : (
        <Progress
          label={`Recalculating ${where}…`}
          barLabel="Recalculating distances"
          of={{ done: processed, count }}
        />
      )}
      <p className="text-muted text-sm">
        {startedAt && (
          <>
            Started by {starterName(run)}, <Timestamp at={startedAt} />
          </>
        )}
        {failures.length > 0 && ` · ${failures.length.toLocaleString('en-US')} failed so far`}
      </p>
    </div>
  )
}

function Last({ run, where }: RunProps) {
  const { finishedAt, count, failures } = run
  if (!finishedAt) return <p className="text-muted">Distances have not been recalculated yet.</p>
  return (
    <Facts
      gridClass="grid gap-x-8 gap-y-4 sm:grid-cols-3"
      items={{
        'Last run': withHint(<Timestamp at={finishedAt} />, `by ${starterName(run)}`),
        'Restaurants processed': withHint(count.toLocaleString('en-US'), where),
        Failed: withHint(
          failures.length.toLocaleString('en-US'),
          failures.length > 0 && 'they keep their old distances',
        ),
      }}
    />
  )
}

const starterName = ({ startedBy }: DistanceRun) => (startedBy ? fullName(startedBy) : 'a deleted account')

/** For screen readers: announced at each quarter, not at every step. */
function announcement({ state, processed, count }: DistanceRun): string {
  if (state !== 'In Progress' || count === 0) return ''
  const quarters = Math.floor((processed / count) * 4)
  return quarters === 0
    ? `Recalculating the distances of ${counted(count, 'restaurant')}`
    : `${quarters * 25} percent of the distances are recalculated`
}
