import { useDeferredValue } from 'react'
import { type Campus, listCampuses } from '#features/campuses/contract.ts'
import { CampusFilter } from '#features/campuses/web/campus-filter.tsx'
import { listRestaurants, type Restaurant } from '#features/restaurants/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { useSearchText } from '#kit/web/router/search-text.ts'
import { ActionBar } from '#kit/web/section/action-bar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { SearchInput } from '#kit/web/ui/inputs/search-input.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { saveRatingsFor } from '../../admin-ratings-contract.ts'
import { listUserRatings, type Rating } from '../../contract.ts'
import { groupByCampus, type Stars, starsOf, unsavedRatings, withStars } from './sheet.ts'
import { SheetRows } from './sheet-rows.tsx'

interface User {
  id: number
  name: string
}

const noEdits: Stars = new Map()

/** All restaurants with the ratings of one user. */
export function RatingSheet({ user }: { user: User }) {
  return (
    <Loaded
      queries={[
        read(listRestaurants),
        read(listCampuses),
        read(listUserRatings, { params: { id: user.id } }),
      ]}
      skeleton={<ListSkeleton label="Loading restaurants and ratings" cards={false} />}
    >
      {(restaurants, campuses, ratings) => <Sheet {...{ user, restaurants, campuses, ratings }} />}
    </Loaded>
  )
}

interface SheetProps {
  user: User
  restaurants: readonly Restaurant[]
  campuses: readonly Campus[]
  ratings: readonly Rating[]
}

function Sheet({ user, restaurants, campuses, ratings }: SheetProps) {
  const { q: asked = '', campusCode = '' } = useParams({ q: param.text(), campusCode: param.text() })
  const typing = useSearchText(asked, q => urlParams.refine({ q: q || undefined }))
  const text = useDeferredValue(typing.text)
  const [edits, setEdits] = useDraftState<Stars>('stars', noEdits)
  const save = useSave(user)

  const saved = starsOf(ratings)
  const unsaved = unsavedRatings(edits, saved, restaurants)
  const groups = groupByCampus(restaurants, campuses, { text, campusCode })
  const count = groups.reduce((sum, group) => sum + group.restaurants.length, 0)
  const setStars = (restaurantId: number, value: number | undefined) =>
    setEdits(before => withStars(before, saved, restaurantId, value))
  const submit = () =>
    save.mutate(
      { body: { userId: user.id, ratings: unsaved } },
      {
        // Keep stars that were set during the save.
        onSuccess: (_, { body }) =>
          setEdits(now => {
            const after = new Map(now)
            for (const { restaurantId, value } of body.ratings)
              if (after.get(restaurantId) === value) after.delete(restaurantId)
            return after
          }),
      },
    )

  return (
    <>
      <div className="flex flex-wrap gap-3">
        <SearchInput
          label="Search restaurants"
          placeholder="Search restaurants"
          value={typing.text}
          onChange={typing.change}
          maxLength={200}
          className="min-w-[min(14rem,100%)] flex-1"
        />
        <CampusFilter />
      </div>
      <LiveText>{counted(count, 'restaurant')}</LiveText>
      {groups.length === 0 && (
        <EmptyState
          title="No restaurants found"
          action={
            <Button
              onClick={() => {
                typing.change('')
                urlParams.refine({ q: undefined, campusCode: undefined })
              }}
            >
              Show all restaurants
            </Button>
          }
        >
          {restaurants.length === 0
            ? 'There are no restaurants yet.'
            : 'Nothing matches this search and campus.'}
        </EmptyState>
      )}
      <SheetRows groups={groups} saved={saved} edits={edits} onSet={setStars} />
      <SaveBar
        count={unsaved.length}
        userName={user.name}
        busy={save.isPending}
        onSave={submit}
        onDiscard={() => setEdits(noEdits)}
      />
      <UnsavedQuestion unsaved={unsaved.length} />
    </>
  )
}

/** Asks before unsaved stars are lost by leaving the page or switching users. Searching keeps them. */
function UnsavedQuestion({ unsaved }: { unsaved: number }) {
  const ratings = counted(unsaved, 'rating')
  return (
    <LeaveQuestion
      unsaved={unsaved > 0}
      where="page"
      words={{
        title: `Discard ${ratings}?`,
        text: unsaved === 1 ? 'It isn’t saved yet.' : 'They aren’t saved yet.',
        stay: 'Keep rating',
        leave: `Discard ${ratings}`,
      }}
      losesNothing={(current, next) =>
        current.pathname === next.pathname && current.search.user === next.search.user
      }
    />
  )
}

/** Saves many ratings in one request. Pending until the saved ratings are shown, or the save has failed. */
function useSave(user: User) {
  return useWrite(saveRatingsFor, {
    // If it fails, too: another user may have deleted one of the restaurants.
    touches: ['restaurants'],
    waits: true,
    done: ({ count }) => ({
      title: 'Ratings saved',
      description: sentence`${counted(count, 'rating')} of ${user.name}`,
    }),
    failed: 'Full data assist: Failed to save ratings. Please try again.',
  })
}

interface SaveBarProps {
  count: number
  userName: string
  busy: boolean
  onSave: () => void
  onDiscard: () => void
}

/** Says how many ratings will be saved, and for whom. */
function SaveBar({ count, userName, busy, onSave, onDiscard }: SaveBarProps) {
  const ratings = counted(count, 'rating')
  return (
    <ActionBar>
      <p role="status" className="min-w-0 flex-1 break-words leading-snug max-sm:basis-full">
        {count === 0 ? (
          <span className="text-muted">No ratings to save</span>
        ) : (
          <>
            <strong className="tabular-nums">{ratings}</strong> will be saved for {userName}
          </>
        )}
      </p>
      {count > 0 && !busy && (
        <Button variant="quiet" onClick={onDiscard}>
          Discard
        </Button>
      )}
      <Button variant="primary" disabled={count === 0} busy={busy} onClick={onSave} className="max-sm:flex-1">
        {count === 0 ? 'Save ratings' : `Save ${ratings}`}
      </Button>
    </ActionBar>
  )
}
