import { clsx } from 'clsx'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import { useIsFavorite, useSetFavorite } from './use-favorites.ts'

interface FavoriteHeartProps {
  restaurant: { id: number; name: string }
  /** The toast after removing it. */
  removedText?: string
  className?: string
}

/** Toggles a favorite; for signed-in users. */
export function FavoriteHeart({ restaurant, removedText, className }: FavoriteHeartProps) {
  const isFavorite = useIsFavorite(restaurant.id)
  const set = useSetFavorite(restaurant.id, removedText)
  const name = useDistinctName(restaurant)
  const label = isFavorite ? `Remove ${name} from favorites` : `Add ${name} to favorites`
  return (
    <IconButton
      label={label}
      aria-disabled={isFavorite === undefined || undefined}
      onClick={() => {
        if (isFavorite !== undefined) set.mutate(!isFavorite)
      }}
      className={clsx(
        'icon-before heart bg-raised/90 enabled:hover:bg-raised',
        isFavorite ? 'filled !text-brick' : '!text-ink',
        className,
      )}
    />
  )
}
