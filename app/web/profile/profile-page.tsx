import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { LazyRestaurantDialogs } from '#app/web/restaurant/lazy-restaurant-dialogs.tsx'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { listFavorites } from '#features/favorites/contract.ts'
import { HowWasIt } from '#features/lunches/web/card/how-was-it.tsx'
import { listOwnRatings } from '#features/ratings/contract.ts'
import { CardSkeleton } from '#features/restaurants/web/card/card-skeleton.tsx'
import { columnsClass } from '#features/restaurants/web/grid/whole-grid.tsx'
import { listVisitsToRate } from '#features/visits/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWaitTimedOut } from '#kit/web/loading/max-wait.ts'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Tabs } from '#kit/web/ui/tabs.tsx'
import { FavoritesTab } from './favorites-tab.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { type ProfileTab, profileParams } from './profile-search.ts'
import { RatingsTab } from './ratings-tab.tsx'
import { RequestsTab } from './requests-tab.tsx'
import { UnratedTab } from './unrated-tab.tsx'
import { VisitsTab } from './visits-tab.tsx'

export function ProfilePage() {
  const viewer = useSignedIn()
  const { tab = 'favorites', campus } = useParams(profileParams)
  const favorites = useQuery(read(listFavorites))
  const ratings = useQuery(read(listOwnRatings))
  const toRate = useQuery(read(listVisitsToRate))
  const hasTimedOut = useWaitTimedOut()
  // The page waits for the question above it, so that nothing shifts.
  const isReady = !toRate.isPending || hasTimedOut

  const choose = (chosen: ProfileTab) =>
    urlParams.refine({ tab: chosen === 'favorites' ? undefined : chosen, campus: undefined })
  return (
    <>
      {!isReady && <ProfileSkeleton />}
      <div className={isReady ? undefined : 'h-0 overflow-hidden opacity-0'}>
        <HowWasIt visits={toRate.data ?? []} className="mb-4 md:mb-6" />
        <ProfileHeader viewer={viewer} />
        <div className="mt-4 sm:mt-7">
          <Tabs
            label="Your restaurants"
            value={tab}
            onChange={choose}
            tabs={[
              {
                value: 'favorites',
                label: 'Favorites',
                count: favorites.data?.length ?? null,
                content: <FavoritesTab />,
              },
              {
                value: 'ratings',
                label: 'Your Ratings',
                count: ratings.data?.length ?? null,
                content: <RatingsTab onFindUnrated={() => choose('unrated')} />,
              },
              {
                value: 'unrated',
                label: 'Unrated Restaurants',
                content: <UnratedTab campusCode={campus ?? viewer.campusCode} />,
              },
              { value: 'visits', label: 'Visits', content: <VisitsTab /> },
              { value: 'requests', label: 'Requests', content: <RequestsTab /> },
            ]}
          />
        </div>
      </div>
      <LazyRestaurantDialogs />
    </>
  )
}

/** Placeholders for the header, the tabs, and the cards of one tab. */
function ProfileSkeleton() {
  return (
    <div aria-hidden="true">
      <Skeleton shape="card" className="h-67.5 sm:h-58.75" />
      <Skeleton className="mt-4 h-12 sm:mt-7" />
      <div className={clsx(columnsClass, 'pt-5')}>
        {[1, 2, 3].map(card => (
          <CardSkeleton key={card} />
        ))}
      </div>
    </div>
  )
}
