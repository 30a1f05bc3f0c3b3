import { CircleCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { useJob } from '#kit/web/api/use-job.ts'
import { Progress } from '#kit/web/loading/progress.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import type { ImportRun } from '../../import-runs-contract.ts'
import { changedLabel, importedLabel, imports, useUndoImport } from './import-job.ts'

/** The running import and those of the last day, with results; each can be undone. */
export function ImportRuns() {
  const { data: runs = [] } = useJob(imports)
  const current = runs.filter(({ state }, index) => state === 'running' || index === 0)
  const earlier = runs.filter(run => !current.includes(run))
  if (runs.length === 0) return null
  return (
    <section aria-label="Imports of the last day" className="wrap-anywhere flex flex-col gap-3">
      {current.map(run => (
        <Run key={run.id} run={run} />
      ))}
      {earlier.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer rounded-sm py-2.5 font-semibold text-muted">
            Earlier imports of the last day ({earlier.length})
          </summary>
          <div className="mt-2 flex flex-col gap-3">
            {earlier.map(run => (
              <Run key={run.id} run={run} />
            ))}
          </div>
        </details>
      )}
    </section>
  )
}

interface RunProps {
  run: ImportRun
}

function Run({ run }: RunProps) {
  switch (run.state) {
    case 'running':
      return <Running run={run} />
    case 'failed':
      return (
        <Banner severity="danger" title="Import failed. Nothing was saved.">
          {run.problem}
          <p className="mt-1 text-sm">
            <When run={run} />
          </p>
        </Banner>
      )
    case 'done':
      return <Done run={run} />
    case 'undone':
      return <Undone run={run} />
  }
}

function Running({ run }: RunProps) {
  const { count, done, source } = run
  const origin = useOrigin(run)
  const what = source === 'osm-changes' ? 'Updating' : 'Importing'
  return (
    <Card className="flex flex-col gap-3 p-5">
      <Progress
        label={`${what} ${counted(count, 'restaurant')} from ${origin}…`}
        of={{ done, count }}
        figures={
          done >= count
            ? 'Saving'
            : `${done.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} looked up`
        }
      />
      <p className="text-muted text-sm">You can leave this page. Everything is saved together at the end.</p>
    </Card>
  )
}

function Done({ run }: RunProps) {
  const { result, campusCode, source, canUndo } = run
  const campusName = useCampusName()
  const origin = useOrigin(run)
  if (!result) return null
  const { imported, changed, skipped, errors, remarks = [], toLocate = 0 } = result
  const isChange = source === 'osm-changes'
  return (
    <Card className="flex flex-col gap-3 p-5" role="status">
      <p className="flex items-start gap-2.5 font-semibold text-olive-ink">
        <CircleCheck className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0">
          Import successful{' '}
          <span className="font-normal text-muted text-sm">
            <When run={run} />
          </span>
        </span>
      </p>
      <ul role="list" className="flex flex-col gap-1">
        <li>
          <strong>{isChange ? changedLabel(changed) : importedLabel(imported)}</strong> from{' '}
          <span className="wrap-anywhere">{origin}</span>.
        </li>
        {skipped > 0 && <li>{counted(skipped, 'duplicate was', 'duplicates were')} skipped.</li>}
        {toLocate > 0 && (
          <li>{counted(toLocate, 'address was', 'addresses were')} to be located, in the background.</li>
        )}
      </ul>
      <Messages
        title={`${counted(errors.length, 'problem')}:`}
        messages={errors.map(({ message }) => message)}
      />
      <Messages
        title={`${counted(remarks.length, 'remark')}:`}
        messages={remarks.map(({ message }) => message)}
      />
      <div className="flex flex-wrap gap-3">
        {campusCode && (
          <Link
            to="/admin"
            search={{ section: 'restaurants', campusCode }}
            className={buttonClass({ size: 'small' })}
          >
            {sentence`Show the restaurants of ${campusName(campusCode)}`}
          </Link>
        )}
        {canUndo && <UndoButton run={run} count={isChange ? changed : imported} isChange={isChange} />}
      </div>
    </Card>
  )
}

function UndoButton({ run, count, isChange }: RunProps & { count: number; isChange: boolean }) {
  const [isAsking, setAsking] = useState(false)
  const undo = useUndoImport()
  const which = counted(count, 'restaurant')
  return (
    <>
      <Button size="small" icon={<Undo2 />} onClick={() => setAsking(true)}>
        {isChange ? `Undo: put back ${which}` : `Undo: remove ${which}`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          onClose={() => setAsking(false)}
          title={
            isChange
              ? `Give ${which} back what ${count === 1 ? 'it' : 'they'} had before?`
              : `Remove the ${which} of this import?`
          }
          confirmLabel={isChange ? `Put back ${which}` : `Remove ${which}`}
          danger={!isChange}
          busy={undo.isPending}
          onConfirm={() => undo.mutate({ params: { id: run.id } }, { onSettled: () => setAsking(false) })}
        >
          {isChange
            ? 'Those that someone has changed since then stay as they are.'
            : 'Those that someone has changed, rated or used since then stay. The others go to the trash.'}
        </ConfirmDialog>
      )}
    </>
  )
}

function Undone({ run }: RunProps) {
  const { result, source, undoneAt, undoneBy } = run
  const origin = useOrigin(run)
  const { undone = 0, kept = [] } = result ?? {}
  return (
    <Card className="flex flex-col gap-2 p-5" role="status">
      <p className="flex items-start gap-2.5 font-semibold">
        <Undo2 className="mt-0.5 size-5 shrink-0" />
        <span className="min-w-0">
          Import undone{' '}
          <span className="font-normal text-muted text-sm">
            {undoneAt && <Timestamp at={undoneAt} />}
            {byPerson(undoneBy)}
          </span>
        </span>
      </p>
      <p>
        {source === 'osm-changes'
          ? `${counted(undone, 'restaurant has', 'restaurants have')} again what ${undone === 1 ? 'it' : 'they'} had before.`
          : `${counted(undone, `restaurant from ${origin} was`, `restaurants from ${origin} were`)} removed.`}
      </p>
      <Messages
        title={`${counted(kept.length, 'restaurant stays', 'restaurants stay')}:`}
        messages={kept.map(({ name, reason }) => sentence`${name}: ${reason}`)}
      />
    </Card>
  )
}

function Messages({ title, messages }: { title: string; messages: readonly string[] }) {
  if (messages.length === 0) return null
  return (
    <div>
      <p className="mb-1">{title}</p>
      <ul
        role="list"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-56 overflow-y-auto rounded-sm bg-sunken px-4 py-2 text-sm"
      >
        {messages.map((message, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages may be alike, and never move
          <li key={index} className="break-words py-0.5">
            {message}
          </li>
        ))}
      </ul>
    </div>
  )
}

function When({ run: { finishedAt, startedAt, startedBy } }: RunProps) {
  return (
    <>
      <Timestamp at={finishedAt ?? startedAt} />
      {byPerson(startedBy)}
    </>
  )
}

const byPerson = (person: ImportRun['startedBy']) => person && sentence` by ${fullName(person)}`

/** Where its restaurants come from, and for which campus: 'Yelp for Arden'. */
function useOrigin({ source, file, campusCode }: ImportRun): string {
  const campusName = useCampusName()
  const from = source === 'csv' ? (file ?? 'a CSV file') : source === 'yelp' ? 'Yelp' : 'OpenStreetMap'
  return campusCode ? sentence`${from} for ${campusName(campusCode)}` : from
}
