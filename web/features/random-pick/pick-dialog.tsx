import { Dices } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { useDistinctName } from '#web/lib/distinct-names.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { LiveText } from '#web/ui/visually-hidden.tsx'

interface PickDialogProps {
  restaurant: Restaurant
  onClose: () => void
  /** Shown above the pick, e.g. that a new round started. */
  note: string | undefined
  /** The restaurants that scroll by before the pick; empty for no animation. */
  reelItems: readonly Restaurant[]
  isPicking: boolean
  onPickAgain: () => void
  onShowInList: () => void
  picture: (restaurant: Restaurant) => ReactNode
  /** The controls for what the next pick should be like. */
  controls: ReactNode
  details: ReactNode
  /** More actions for the picked restaurant. */
  actions: ReactNode
}

export function PickDialog(props: PickDialogProps) {
  const { restaurant, onClose, note, reelItems, isPicking, onPickAgain, onShowInList } = props
  const { picture, controls, details, actions } = props
  const name = useDistinctName(restaurant)
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
            busy={isPicking}
            onClick={onPickAgain}
            className="max-sm:!flex-none max-sm:!px-3.5"
          >
            Pick again
          </Button>
          <Button variant="primary" onClick={onShowInList} className="max-sm:!px-3">
            Show in Restaurant List
          </Button>
        </>
      }
    >
      <LiveText>{`${note ?? ''} Picked: ${name}`}</LiveText>
      <div className="relative -mx-5 -mt-5 aspect-[16/9] max-h-[45dvh] w-[calc(100%+var(--spacing)*10)] overflow-hidden bg-sunken md:-mx-7 md:-mt-6 md:w-[calc(100%+3.5rem)]">
        <Reel key={restaurant.id} passing={reelItems} restaurant={restaurant} picture={picture} />
        <Badge
          tone="terracotta"
          icon={<Dices aria-hidden="true" />}
          className="absolute bottom-3 left-5 md:left-7"
        >
          Random Pick
        </Badge>
      </div>
      <div key={restaurant.id} className={reelItems.length > 0 ? 'animate-land' : undefined}>
        {note && <p className="mt-4 text-muted text-sm">{note}</p>}
        <h3 className="mt-4 mb-3 text-2xl">{restaurant.name}</h3>
        {details}
        <div className="mt-5 flex flex-wrap gap-3">{actions}</div>
      </div>
      <div className="mt-5 flex flex-col gap-2 border-line border-t pt-4">{controls}</div>
    </Dialog>
  )
}

interface ReelProps {
  passing: readonly Restaurant[]
  restaurant: Restaurant
  picture: (restaurant: Restaurant) => ReactNode
}

/** A strip of pictures that scrolls up to the pick and stops there. */
function Reel({ passing, restaurant, picture }: ReelProps) {
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
          {picture(item)}
        </div>
      ))}
    </div>
  )
}
