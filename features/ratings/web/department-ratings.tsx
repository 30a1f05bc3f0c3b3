import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { getDepartmentStats, listReviews } from '../contract.ts'

const initialNames = 6

/** The viewer's department's ratings of a restaurant: the average, each colleague's, and who hasn't rated yet. */
export function DepartmentRatings({ restaurantId }: { restaurantId: number }) {
  const { department } = useSignedIn()
  const params = { id: String(restaurantId) }
  const stats = useQuery(read(getDepartmentStats, { params }))
  const ratings = useQuery(read(listReviews, { params, query: { department } }))
  return (
    <section aria-label="Your department" className="flex flex-col gap-3">
      <h3>{stats.data?.department ?? department}</h3>
      {stats.data ? (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {stats.data.averageRating === null ? (
              <span className="text-muted">No ratings yet</span>
            ) : (
              <StarRating value={stats.data.averageRating} />
            )}
            {stats.data.allRated ? (
              <Badge tone="olive">All rated</Badge>
            ) : (
              <span className="text-muted text-sm">
                {stats.data.ratedCount} of {stats.data.memberCount} rated
              </span>
            )}
          </p>
          {ratings.data && ratings.data.length > 0 && (
            <Expandable
              label="Ratings of your department"
              items={ratings.data}
              render={({ id, user, value }) => (
                <li key={id} className="flex items-center justify-between gap-4">
                  <span className="min-w-0 truncate">{fullName(user)}</span>
                  <StarRating value={value} hideValue className="shrink-0" />
                </li>
              )}
            />
          )}
          {stats.data.unratedMembers.length > 0 && (
            <div>
              <h4 className="mb-1 font-semibold text-muted text-sm">Not rated yet</h4>
              <Expandable
                label="Colleagues who have not rated"
                items={stats.data.unratedMembers}
                inline
                render={person => (
                  <li key={person.id} className="max-w-full">
                    <Badge>{fullName(person)}</Badge>
                  </li>
                )}
              />
            </div>
          )}
        </>
      ) : stats.error ? (
        <Banner severity="warning" action={<Button onClick={() => void stats.refetch()}>Retry</Button>}>
          {stats.error.message}
        </Banner>
      ) : (
        <SkeletonText lines={3} />
      )}
    </section>
  )
}

interface ExpandableProps<Item> {
  label: string
  items: readonly Item[]
  render: (item: Item) => React.ReactNode
  inline?: boolean
}

/** A list that shows its first entries until expanded. */
function Expandable<Item>({ label, items, render, inline }: ExpandableProps<Item>) {
  const [all, setAll] = useState(false)
  const hidden = all ? 0 : items.length - initialNames
  return (
    <>
      <ul
        role="list"
        aria-label={label}
        className={inline ? 'flex flex-wrap gap-1.5' : 'flex flex-col gap-1'}
      >
        {(hidden > 0 ? items.slice(0, initialNames) : items).map(render)}
      </ul>
      {hidden > 0 && (
        <Button variant="quiet" size="small" className="-ml-3 self-start" onClick={() => setAll(true)}>
          Show {hidden} more
        </Button>
      )}
    </>
  )
}
