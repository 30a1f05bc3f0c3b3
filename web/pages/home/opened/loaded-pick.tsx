import { Info, Star } from 'lucide-react'
import type { Restaurant } from '#contract/restaurants.ts'
import { PickDialog } from '#web/features/random-pick/pick-dialog.tsx'
import type { usePick } from '#web/features/random-pick/use-pick.ts'
import { DetailList } from '#web/features/restaurants/detail-list.tsx'
import { RestaurantMissing } from '#web/features/restaurants/restaurant-missing.tsx'
import { RestaurantPicture } from '#web/features/restaurants/restaurant-picture.tsx'
import { useRestaurant } from '#web/features/restaurants/use-restaurant.ts'
import { useCampusName } from '#web/shared/campus-name.ts'
import { openDialog } from '#web/shared/dialog-search.ts'
import { StartHereButton } from '#web/shared/lunches/start-here.tsx'
import { CampusNames } from '#web/shared/restaurant/campus-names.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Segmented } from '#web/ui/segmented.tsx'

export interface RandomPickProps {
  pick: number | undefined
  random: ReturnType<typeof usePick>
  /** For how many days after a visit a place is left out; 0: never. */
  avoidDays: number
  /** The list's filters, in words. */
  filters: readonly string[]
  onShow: (restaurantId: number) => void
}

/** Loaded lazily by random-pick.tsx. */
export function LoadedPick({ pick, ...rest }: RandomPickProps & DialogProps) {
  return pick === undefined ? null : <Picked id={pick} {...rest} />
}

interface DialogProps {
  onClose: () => void
}

type PickedProps = Omit<RandomPickProps, 'pick'> & DialogProps & { id: number }

function Picked({ id, onClose, random, avoidDays, filters, onShow }: PickedProps) {
  const campusName = useCampusName()
  const { data: restaurant, error, refetch } = useRestaurant(id)
  if (error && !restaurant) {
    return <RestaurantMissing error={error} onClose={onClose} onRetry={() => void refetch()} />
  }
  if (!restaurant) return null
  return (
    <CampusNames campusCode={restaurant.campusCode}>
      <PickDialog
        restaurant={restaurant}
        onClose={onClose}
        note={noteOf(filters, random.seenAll > 0 ? allSeen(random.seenAll) : undefined)}
        reelItems={random.reelItems}
        isPicking={random.isPicking}
        onPickAgain={() => random.pick({ current: id })}
        onShowInList={() => {
          onClose()
          onShow(id)
        }}
        picture={(item: Restaurant) => <RestaurantPicture restaurant={item} size="card" urgent />}
        controls={
          <>
            <Segmented
              label="What you are in the mood for"
              options={moodChoices}
              value={random.mood}
              onChange={mood => random.pick({ current: id, mood })}
            />
            {avoidDays > 0 && (
              <Checkbox
                label={`Not where we ate in the last ${avoidDays === 7 ? 'week' : avoidDays === 1 ? 'day' : `${avoidDays} days`}`}
                checked={random.avoids}
                onChange={event => random.pick({ current: id, avoids: event.target.checked })}
              />
            )}
          </>
        }
        details={<DetailList restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />}
        actions={
          <>
            <Button icon={<Info />} onClick={() => openDialog({ restaurant: id })}>
              Details
            </Button>
            <Button icon={<Star />} onClick={() => openDialog({ rate: id })}>
              Rate
            </Button>
            <StartHereButton restaurant={restaurant} />
          </>
        }
      />
    </CampusNames>
  )
}

const moodChoices = [
  { value: 'safe', label: 'Safe' },
  { value: 'any', label: 'Any' },
  { value: 'new', label: 'Something new' },
] as const

function noteOf(filters: readonly string[], more: string | undefined): string | undefined {
  const filterNote = filters.length > 0 ? `Picked with your filters: ${filters.join(', ')}.` : undefined
  return [filterNote, more].filter(Boolean).join(' ') || undefined
}

function allSeen(count: number): string {
  return count === 1 ? 'This is the only one to pick from.' : `You have seen all ${count}, so we start over.`
}
