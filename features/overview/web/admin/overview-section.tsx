import { Plus } from 'lucide-react'
import { minutes } from '#kit/rules/units.ts'
import { read } from '#kit/web/api/queries.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import { getOverview } from '../../contract.ts'
import { Campuses, Departments } from './coverage.tsx'
import { Figures } from './figures.tsx'
import { HealthPanel } from './health-panel.tsx'
import { PlaceLists } from './place-lists.tsx'
import { ToDo } from './to-do.tsx'
import { Weeks } from './weeks.tsx'

/** A summary of what administrators want to know at the start of a week. */
export function OverviewSection() {
  return (
    <PlainSection
      title="Overview"
      queries={[{ ...read(getOverview), staleTime: 1 * minutes }]}
      label="Loading the overview"
      skeleton={<Placeholder />}
      skeletonClass="flex flex-col gap-5"
    >
      {overview =>
        overview.isEmpty ? (
          <FirstSteps />
        ) : (
          <>
            <Figures figures={overview.figures} />
            <Weeks weeks={overview.weeks} />
            <ToDo counts={overview.toDo} />
            <Departments departments={overview.departments} />
            <Campuses campuses={overview.campuses} />
            <PlaceLists lists={overview.lists} />
            {overview.health && <HealthPanel health={overview.health} />}
            <p className="text-muted text-sm">
              Counted <Timestamp at={overview.countedAt} />
            </p>
          </>
        )
      }
    </PlainSection>
  )
}

/** Shown in an empty installation instead of the overview. */
function FirstSteps() {
  return (
    <EmptyState
      title="Add the first places"
      action={
        <>
          <Link to="/admin" search={{ section: 'import' }} className={buttonClass({ variant: 'primary' })}>
            Import a list
          </Link>
          <Link to="/admin" search={{ section: 'restaurants', add: 'restaurant' }} className={buttonClass()}>
            <Plus />
            Add a restaurant
          </Link>
        </>
      }
    >
      Once people rate restaurants, figures and tasks appear here.
    </EmptyState>
  )
}

/** Has the shape of the content to come. */
function Placeholder() {
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {Array.from({ length: 4 }, (_, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <Skeleton shape="card" key={i} className="h-30" />
        ))}
      </div>
      <Skeleton shape="card" className="h-96" />
      <Skeleton shape="card" className="h-64" />
    </>
  )
}
