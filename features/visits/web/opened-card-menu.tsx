import { Ban, RotateCcw, Utensils } from 'lucide-react'
import { Menu, MenuItem, type MenuProps } from '#kit/web/overlays/menu.tsx'
import { useAddVisit, useSetHidden } from './use-visits.ts'

interface OpenedCardMenuProps extends Pick<MenuProps, 'trigger' | 'openedBy'> {
  /** The name is one for sentences. */
  restaurant: { id: number; name: string }
  isHidden: boolean
}

/** Loaded when the page is idle; open from the start. */
export function OpenedCardMenu({ restaurant, isHidden, ...rest }: OpenedCardMenuProps) {
  const add = useAddVisit(restaurant)
  const setHidden = useSetHidden(restaurant)
  return (
    <Menu {...rest} container={document.querySelector('main')}>
      <MenuItem icon={<Utensils />} onSelect={() => add.mutate({ body: { restaurantId: restaurant.id } })}>
        We ate here
      </MenuItem>
      <MenuItem icon={isHidden ? <RotateCcw /> : <Ban />} onSelect={() => setHidden(!isHidden)}>
        {isHidden ? 'Bring back to my list' : 'Not for me'}
      </MenuItem>
    </Menu>
  )
}
