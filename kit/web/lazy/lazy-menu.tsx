import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'
import type { MenuProps } from '#kit/web/overlays/menu.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type LazyCode, lazyCode } from './lazy-code.ts'
import { CodeUnreachable } from './load-code.ts'
import { reloadAt, reloadIfOutdated } from './reload.ts'
import { useWhenIdle } from './when-idle.ts'

/**
 * A menu that is only its button until it is first opened. The code of menus is a sixth of a page's script, so it
 * loads when the page is idle. `opened` then has the loaded module.
 */
export function useLazyMenu<Module>(menu: LazyCode<Module>) {
  const [by, open] = useState<'click' | 'key'>()
  const { code: module } = menu.useCode(by !== undefined, error => {
    open(undefined)
    if (reloadIfOutdated(error)) return
    toast({
      title: 'Couldn’t open the menu. Check your connection and try again.',
      variant: 'destructive',
      ...(!(error instanceof CodeUnreachable) && { action: { label: 'Reload', onClick: () => reloadAt() } }),
    })
  })
  useWhenIdle(menu.load)
  const opened = by && module && { by, module }
  const buttonProps = {
    'aria-haspopup': 'menu',
    'aria-expanded': opened !== undefined,
    // A click that was triggered by a key has a count (`detail`) of 0.
    onClick: (event: MouseEvent) => open(event.detail === 0 ? 'key' : 'click'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown') return
      event.preventDefault()
      open('key')
    },
  } as const
  return { opened, buttonProps }
}

type Parts = typeof import('#kit/web/overlays/menu.tsx')
const menuParts = lazyCode((): Promise<Parts> => import('#kit/web/overlays/menu.tsx'))

interface LazyMenuProps extends Omit<MenuProps, 'children' | 'openedBy'> {
  /** Renders the menu's content from the loaded components. */
  children: (parts: Parts) => ReactNode
}

/** Like `Menu`, but loaded lazily; see useLazyMenu. */
export function LazyMenu({ trigger, children, ...rest }: LazyMenuProps) {
  const { opened, buttonProps } = useLazyMenu(menuParts)
  if (!opened) return cloneElement(trigger as ReactElement<typeof buttonProps>, buttonProps)
  const { Menu } = opened.module
  return (
    <Menu {...rest} trigger={trigger} openedBy={opened.by}>
      {children(opened.module)}
    </Menu>
  )
}
