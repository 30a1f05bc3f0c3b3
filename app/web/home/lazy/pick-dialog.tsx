import { Dices } from 'lucide-react'
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
          <div className="-mx-2 flex grow !basis-full flex-wrap justify-between gap-x-2 sm:justify-start">
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                onClose()
                onShow(id)
              }}
              className={textButton}
            >
              Show in Restaurant List
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => urlParams.open({ restaurant: id })}
              className={textButton}
            >
              Details
            </Button>
            <Button
              size="small"
              variant="quiet"
              onClick={() => urlParams.open({ rate: id })}
              className={textButton}
            >
              Rate
            </Button>
          </div>
          <Button
            icon={<Dices className="max-[22rem]:hidden" />}
            busy={random.isPicking}
            onClick={() => random.pick({ current: id })}
            className={footerButton}
          >
            Pick again
          </Button>
          <StartHereButton restaurant={restaurant} variant="primary" className={footerButton} />
        </>
      }
    >
      <LiveText>{`${note ?? ''} Picked: ${name}`}</LiveText>
      <div className="relative -mx-5 -mt-5 aspect-[16/9] max-h-37.5 w-[calc(100%+var(--spacing)*10)] overflow-hidden bg-sunken md:-mx-7 md:-mt-6 md:max-h-55 md:w-[calc(100%+3.5rem)]">
        <Reel key={id} passing={random.reelItems} restaurant={restaurant} />
        <Badge tone="terracotta" icon={<Dices />} className="absolute bottom-3 left-5 md:left-7">
          Random Pick
        </Badge>
      </div>
      <NextPick id={id} {...rest} />
      <div key={id} className={random.reelItems.length > 0 ? 'animate-land' : undefined}>
        {note && <p className="mt-4 text-muted text-sm">{note}</p>}
        <h3 className="mt-4 mb-3 text-2xl">{restaurant.name}</h3>
        <DetailList restaurant={restaurant} campusName={campusName(restaurant.campusCode)} />
      </div>
    </Dialog>
  )
}

const textButton = '!px-2 whitespace-nowrap min-h-11'
const footerButton = 'max-sm:!px-3 whitespace-nowrap'

/** What the next pick should be like. */
function NextPick({ id, random, avoidDays }: Pick<PickProps, 'random' | 'avoidDays'> & { id: number }) {
  return (
    <div className="mt-4 flex flex-col gap-1 border-line border-b pb-2">
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
