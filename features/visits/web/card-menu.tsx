import { clsx } from 'clsx'
import { Ban, RotateCcw, Utensils } from 'lucide-react'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { LazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import type { MenuItem } from '#kit/web/overlays/menu.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { useAddVisit, useSetHidden } from './use-visits.ts'

interface CardMenuProps {
  restaurant: { id: number; name: string }
  isHidden: boolean
  className?: string
}

/** More actions for a card's restaurant. */
export function CardMenu({ restaurant, isHidden, className }: CardMenuProps) {
  const name = useDistinctName(restaurant)
  return (
    <LazyMenu
      container={document.querySelector('main')}
      trigger={
        <IconButton
          label={`More about ${name}`}
          className={clsx('icon-before dots !justify-end pr-1.5 !text-muted', className)}
        />
      }
    >
      {parts => <Items Item={parts.MenuItem} restaurant={{ id: restaurant.id, name }} isHidden={isHidden} />}
    </LazyMenu>
  )
}

function Items({ Item, restaurant, isHidden }: CardMenuProps & { Item: typeof MenuItem }) {
  const add = useAddVisit(restaurant)
  const setHidden = useSetHidden(restaurant)
  return (
    <>
      <Item icon={<Utensils />} onSelect={() => add.mutate({ body: { restaurantId: restaurant.id } })}>
        We ate here
      </Item>
      <Item icon={isHidden ? <RotateCcw /> : <Ban />} onSelect={() => setHidden(!isHidden)}>
        {isHidden ? 'Bring back to my list' : 'Not for me'}
      </Item>
    </>
  )
}
