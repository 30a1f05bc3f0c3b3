import { type ComponentProps, type MouseEvent, useEffect } from 'react'
import { parseQuery } from './params.ts'
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

/** A link to another site. `hint`: what screen readers hear of where it opens. */
export function OutsideLink({
  hint = 'opens in a new tab',
  children,
  ...rest
}: ComponentProps<'a'> & { hint?: string }) {
  return (
    <a {...rest} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sr-only"> ({hint})</span>
    </a>
  )
}

/** Navigates as soon as it is rendered. */
export function Navigate(props: Navigation) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; where it leads to changes what it is given
  useEffect(() => navigate(props), [])
  return null
}

/** Whether the current page is the link's or below it, with all of the link's query parameters in its address. */
export function isCurrentLink(href: string, location: { pathname: string; search: string }): boolean {
  const [pathname = '', query = ''] = href.split('?')
  const isWithin = location.pathname === pathname || location.pathname.startsWith(`${pathname}/`)
  if (!isWithin) return false
  const search = parseQuery(location.search)
  return Object.entries(parseQuery(query)).every(([name, value]) => search[name] === value)
}

type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>

/** Whether a click on a link should open it in this page. Any other click opens a tab or a window, or saves the link. */
export function isPlainClick(event: Omit<Click, 'preventDefault'>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** A click handler for links: plain clicks call `open`, the browser handles all others. */
export const onPlainClick = (open: () => void) => (event: Click) => {
  if (!isPlainClick(event)) return
  event.preventDefault()
  open()
}
