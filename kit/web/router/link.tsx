import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { isCurrentLink } from './is-current-link.ts'
import { isPlainClick } from './plain-click.ts'
import { hrefOf, type Navigation, navigate, preload, useLocation } from './router.ts'

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, Navigation {}

/** A link that preloads its page on hover and focus, and is marked as current if it leads to the visible page. */
export function Link({ to, search, hash, replace, resetScroll, ignoreBlocker, state, ...rest }: LinkProps) {
  const location = useLocation()
  const href = hrefOf({ to, search, hash }, location)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    rest.onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event) || (rest.target && rest.target !== '_self')) return
    event.preventDefault()
    navigate({ to, search, hash, replace, resetScroll, ignoreBlocker, state })
  }
  return (
    <a
      {...rest}
      href={href}
      aria-current={rest['aria-current'] ?? (isCurrentLink(href, location) ? 'page' : undefined)}
      onClick={follow}
      onPointerEnter={event => {
        rest.onPointerEnter?.(event)
        preload(href)
      }}
      onFocus={event => {
        rest.onFocus?.(event)
        preload(href)
      }}
    />
  )
}

/** Navigates as soon as it is rendered. */
export function Navigate(props: Navigation) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; where it leads to changes what it is given
  useEffect(() => navigate(props), [])
  return null
}
