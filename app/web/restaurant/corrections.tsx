import { ClipboardList, Flag, PencilLine } from 'lucide-react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { teamRatingsOf } from '#features/restaurants/team-ratings.ts'
import { SuggestLink } from '#features/suggestions/web/suggest-link.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { restaurantReportLink } from './report-link.ts'

/** Actions for wrong details: administrators can correct them, everyone can report them. */
export function Corrections({ restaurant, campusName }: { restaurant: Restaurant; campusName: string }) {
  const viewer = useSignedIn()
  const config = usePublicConfig()
  const external = restaurantReportLink(config, { restaurantName: restaurant.name, campusName, viewer })
  return (
    <>
      {viewer.isAdmin && (
        <section aria-label="Administration" className="flex flex-col gap-4 border-line border-t pt-6">
          <TeamRatings restaurant={restaurant} />
          <div className="flex flex-wrap gap-3">
            <Button icon={<PencilLine />} onClick={() => urlParams.open({ edit: 'details' })}>
              Edit Restaurant Details
            </Button>
            <Button icon={<ClipboardList />} onClick={() => urlParams.open({ edit: 'team' })}>
              Edit Team Ratings
            </Button>
          </div>
        </section>
      )}
      <p className="border-line border-t pt-3 print:hidden">
        <SuggestLink
          kind="mistake"
          external={external}
          className={buttonClass({ variant: 'quiet', className: '-ml-5' })}
        >
          <Flag />
          Report Inaccurate Information
        </SuggestLink>
      </p>
    </>
  )
}

function TeamRatings({ restaurant }: { restaurant: Restaurant }) {
  const given = teamRatingsOf(restaurant).filter(({ value }) => value > 0)
  return (
    <div>
      <h3>Team ratings</h3>
      {given.length === 0 ? (
        <p className="mt-1 text-muted">No team ratings yet</p>
      ) : (
        <ul role="list" className="mt-2 grid grid-cols-2 gap-x-6 gap-y-1">
          {given.map(({ name, value }) => (
            <li key={name} className="flex items-center justify-between gap-2">
              <span className="wrap-anywhere min-w-0">{name}</span>
              <StarRating value={value} hideValue className="shrink-0" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
