import { Check, ChevronRight, Globe } from 'lucide-react'
import {
  getWebsiteCheck,
  startWebsiteCheck,
  type WebsiteCheck,
} from '#features/restaurants/websites-contract.ts'
import { type Job, useJob } from '#kit/web/api/use-job.ts'
import { ProgressBar } from '#kit/web/loading/progress.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import type { Overview } from '../../contract.ts'

type Counts = Overview['toDo']

/** Each task links to its list. */
const tasks = [
  ['openingTimes', 'Places without opening times', { section: 'restaurants', todo: 'opening-times' }],
  ['position', 'Places without a position', { section: 'restaurants', todo: 'position' }],
  ['price', 'Places without a price', { section: 'restaurants', todo: 'price' }],
  ['doubles', 'Possible doubles', { section: 'restaurants', todo: 'doubles' }],
  ['inbox', 'Open messages in the inbox', { section: 'inbox' }],
  ['unverified', 'People who haven’t verified their email', { section: 'users', verified: 'false' }],
] as const

export function ToDo({ counts }: { counts: Counts }) {
  return (
    <Panel title="To do" lead="How to improve the list of places, and who is waiting.">
      <ul role="list" className="grid gap-x-8 sm:grid-cols-2">
        {tasks.map(([key, label, search]) => (
          <Task key={key} label={label} count={counts[key]} search={search} />
        ))}
      </ul>
      <Websites />
    </Panel>
  )
}

function Task({ label, count, search }: { label: string; count: number; search: Record<string, string> }) {
  const number = (
    <span className="w-12 shrink-0 text-right font-semibold font-serif text-xl tabular-nums">
      {count === 0 ? (
        <>
          <Check className="ml-auto size-5 text-olive" />
          <span className="sr-only">None:</span>
        </>
      ) : (
        count.toLocaleString('en-US')
      )}
    </span>
  )
  return (
    <li className="min-w-0 border-line border-b last:border-b-0 sm:nth-last-2:border-b-0">
      {count === 0 ? (
        <p className="flex min-h-12 items-center gap-4 text-muted">
          {number} <span className="min-w-0">{label}</span>
        </p>
      ) : (
        <Link
          to="/admin"
          search={search}
          className="group flex min-h-12 items-center gap-4 rounded-sm hover:text-terracotta-ink"
        >
          {number} <span className="min-w-0 flex-1 underline-offset-4 group-hover:underline">{label}</span>
          <ChevronRight className="size-5 shrink-0 text-muted" />
        </Link>
      )}
    </li>
  )
}

/** Checks the restaurants' websites on request only. */
function Websites() {
  const { data: check, begin, running } = useJob(websiteCheck)
  if (!check) return null
  const { state, count, checked, gone, unclear, finishedAt } = check
  const isRunning = running.length > 0
  return (
    <div className="mt-4 border-line border-t pt-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <p className="min-w-0 flex-1 basis-64" role="status">
          {state === 'Not Run' && 'The websites of your places haven’t been checked yet.'}
          {isRunning &&
            `Checking websites: ${checked.toLocaleString('en-US')} of ${count.toLocaleString('en-US')}. You can leave this page.`}
          {state === 'Completed' && (
            <>
              {gone > 0 ? (
                <Link
                  to="/admin"
                  search={{ section: 'restaurants', todo: 'website' }}
                  className="font-semibold underline underline-offset-4"
                >
                  {gone === 1
                    ? '1 place whose website is gone'
                    : `${gone.toLocaleString('en-US')} places whose websites are gone`}
                </Link>
              ) : (
                'No website is gone'
              )}
              {unclear > 0 && `; ${unclear.toLocaleString('en-US')} gave no clear answer`}.{' '}
              {finishedAt && (
                <span className="text-muted text-sm">
                  Checked <Timestamp at={finishedAt} />
                </span>
              )}
            </>
          )}
        </p>
        <Button icon={<Globe />} busy={begin.isPending} disabled={isRunning} onClick={() => begin.mutate({})}>
          {state === 'Completed' ? 'Check again' : 'Check websites'}
        </Button>
      </div>
      {isRunning && (
        <div className="mt-3">
          <ProgressBar label="Websites checked" value={checked} max={count} />
        </div>
      )}
    </div>
  )
}

/** Not looked after while it isn't running: hardly anyone starts it. */
const websiteCheck: Job<typeof startWebsiteCheck, typeof getWebsiteCheck, WebsiteCheck> = {
  start: startWebsiteCheck,
  progress: getWebsiteCheck,
  runsOf: check => [check],
  idOf: () => 'websites',
  isRunning: ({ state }) => state === 'In Progress',
  begun: check => {
    if (check.count === 0) toast({ title: 'No place has a website', variant: 'warning' })
    return check
  },
  failed: 'Failed to check websites',
  isWatched: false,
}
