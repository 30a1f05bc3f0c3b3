import { Dices, Info, Star } from 'lucide-react'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { StartHereButton } from '#features/lunches/web/start/start-here.tsx'
import type { usePick } from '#features/picks/web/use-pick.ts'
import type { Restaurant } from '#features/restaurants/contract.ts'
import { CampusNames } from '#features/restaurants/web/campus-names.tsx'
import { RestaurantPicture } from '#features/restaurants/web/card/restaurant-picture.tsx'
import { DetailList } from '#features/restaurants/web/details/detail-list.tsx'
import { RestaurantMissing } from '#features/restaurants/web/details/restaurant-missing.tsx'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { useRestaurant } from '#features/restaurants/web/use-restaurant.ts'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { urlParams } from '#kit/web/router/search-params.ts'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { Segmented } from '#kit/web/ui/inputs/segmented.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'

interface PickProps {
  random: ReturnType<typeof usePick>
  /** For how many days after a visit a place is left out; 0: never. */
  avoidDays: number
  /** The list's filters, in words. */
  filters: readonly string[]
  onShow: (restaurantId: number) => void
  onClose: () => void
}

/** The dialog for the picked restaurant in the address. */
export function PickDialog({ id, ...rest }: PickProps & { id: number | undefined }) {
  return id === undefined ? null : <Loaded id={id} {...rest} />
}

function Loaded({ id, ...rest }: PickProps & { id: number }) {
  const { data, error, refetch } = useRestaurant(id)
  if (error && !data)
    return <RestaurantMissing error={error} onClose={rest.onClose} onRetry={() => void refetch()} />
  return (
    data && (
      <CampusNames campusCode={data.campusCode}>
        <Picked restaurant={data} {...rest} />
      </CampusNames>
    )
  )
}

function Picked({ restaurant, ...rest }: PickProps & { restaurant: Restaurant }) {
  const { random, filters, onShow, onClose } = rest
  const { id } = restaurant
  const name = useDistinctName(restaurant)
  const campusName = useCampusName()
  const note = noteOf(filters, random.seenAll)
  return (
    <Dialog
      onClose={onClose}
      title={`Random Pick: ${name}`}
      hideTitle
      focusesPanel
      footer={
        <>
          <Button
            icon={<Dices />}
            busy={random.isPicking}
            onClick={() => random.pick({ current: id })}
            className="max-sm:!flex-none max-sm:!px-3.5"
          >
            Pick again
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              onClose()
              onShow(id)
            }}
            className="max-sm:!px-3"
          >
            Show in Restaurant List
          </Button>
        </>
      }
    >
      <LiveText>{`${note ?? ''} Picked: ${name}`}</LiveText>
      <div className="relative -mx-5 -mt-5 aspect-[16/9] max-h-[45dvh] w-[calc(100%+var(--spacing)*10)] overflow-hidden bg-sunken md:-mx-7 md:-mt-6 md:w-[calc(100%+3.5rem)]">
        <Reel key={id} passing={random.reelItems} restaurant={restaurant} />
        <Badge
          tone="terracotta"
          icon={<Dices aria-hidden="true" />}
          className="absolute bottom-3 left-5 md:left-7"
        >
          Random Pick
        </Badge>
      </div>
      <div key={id} className={random.reelItems.length > 0 ? 'animate-land' : undefined}>
        {note && <p className="mt-4 text-muted text-sm">{note}</p>}
        <h3 className="mt-4 mb-3 text-2xl">{restaurant.name}</h3>
        <DetailList restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />
        <div className="mt-5 flex flex-wrap gap-3">
          <Button icon={<Info />} onClick={() => urlParams.open({ restaurant: id })}>
            Details
          </Button>
          <Button icon={<Star />} onClick={() => urlParams.open({ rate: id })}>
            Rate
          </Button>
          <StartHereButton restaurant={restaurant} />
        </div>
      </div>
      <NextPick id={id} {...rest} />
    </Dialog>
  )
}

/** What the next pick should be like. */
function NextPick({ id, random, avoidDays }: Pick<PickProps, 'random' | 'avoidDays'> & { id: number }) {
  return (
    <div className="mt-5 flex flex-col gap-2 border-line border-t pt-4">
      <Segmented
        label="What you are in the mood for"
        options={moodChoices}
        value={random.mood}
        onChange={mood => random.pick({ current: id, mood })}
      />
      <div className="flex flex-wrap gap-x-6">
        <Checkbox
          label="Only what’s open at lunch"
          checked={random.openAtLunch}
          onChange={event => random.pick({ current: id, openAtLunch: event.target.checked })}
        />
        {avoidDays > 0 && (
          <Checkbox
            label={`Not where we ate in the last ${avoidDays === 7 ? 'week' : avoidDays === 1 ? 'day' : `${avoidDays} days`}`}
            checked={random.avoids}
            onChange={event => random.pick({ current: id, avoids: event.target.checked })}
          />
        )}
      </div>
    </div>
  )
}

/** A strip of pictures that scrolls up to the pick and stops there. */
function Reel({ passing, restaurant }: { passing: readonly Restaurant[]; restaurant: Restaurant }) {
  const strip = [...passing, restaurant]
  return (
    <div
      aria-hidden="true"
      className="absolute inset-x-0 top-0 animate-reel"
      style={{
        height: `${strip.length * 100}%`,
        transform: `translateY(-${((strip.length - 1) / strip.length) * 100}%)`,
      }}
    >
      {strip.map(item => (
        <div key={item.id} style={{ height: `${100 / strip.length}%` }}>
          <RestaurantPicture restaurant={item} size="card" urgent />
        </div>
      ))}
    </div>
  )
}

const moodChoices = [
  { value: 'safe', label: 'Safe' },
  { value: 'any', label: 'Any' },
  { value: 'new', label: 'Something new' },
] as const

/** Shown above the pick; `seenAll`: how many there are, if a new round started. */
function noteOf(filters: readonly string[], seenAll: number): string | undefined {
  const notes = [
    filters.length > 0 && `Picked with your filters: ${filters.join(', ')}.`,
    seenAll === 1 && 'This is the only one to pick from.',
    seenAll > 1 && `You have seen all ${seenAll}, so we start over.`,
  ]
  return notes.filter(Boolean).join(' ') || undefined
}
