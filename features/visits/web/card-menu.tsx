import { clsx } from 'clsx'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { lazyCode } from '#kit/web/lazy/lazy-code.ts'
import { useLazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'

interface CardMenuProps {
  restaurant: { id: number; name: string }
  isHidden: boolean
  className?: string
}

const menu = lazyCode(async () => (await import('./opened-card-menu.tsx')).OpenedCardMenu)

/** More actions for a card's restaurant. */
export function CardMenu({ restaurant: { id, name }, isHidden, className }: CardMenuProps) {
  const distinctName = useDistinctName({ id, name })
  const { opened, buttonProps } = useLazyMenu(menu)
  const button = {
    label: `More about ${distinctName}`,
    className: clsx('icon-before dots !justify-end pr-1.5 !text-muted', className),
  }
  if (!opened) return <IconButton {...buttonProps} {...button} />
  const { module: OpenedMenu, by } = opened
  return (
    <OpenedMenu
      trigger={<IconButton {...button} />}
      openedBy={by}
      restaurant={{ id, name: distinctName }}
      isHidden={isHidden}
    />
  )
}
