import { Link, useRouterState } from '@tanstack/react-router'
import {
  ArrowLeft,
  CircleUserRound,
  ClipboardPen,
  Lightbulb,
  LogOut,
  MessageSquareWarning,
  SlidersHorizontal,
  Store,
} from 'lucide-react'
import type { User } from '#contract/people.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import {
  reportProblemLink,
  requestFeatureLink,
  requestRestaurantLink,
} from '#web/features/account/support-links.ts'
import { useLogout } from '#web/features/account/use-logout.ts'
import { formLinkTarget } from '#web/lib/form-link.ts'
import { Menu, MenuFooter, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '#web/ui/menu.tsx'
import { ThemeChoice } from '#web/ui/theme-choice.tsx'
import { ViewerButton } from './viewer-button.tsx'

/** Loaded apart from the page, by header.tsx, and opened at once. */
export function ViewerMenu({ viewer, openedBy }: { viewer: User; openedBy: 'click' | 'key' }) {
  const config = usePublicConfig()
  const logout = useLogout()
  const inAdministration = useRouterState({ select: state => state.location.pathname === '/admin' })
  const forms = [
    { label: 'Request a Restaurant', href: requestRestaurantLink(config), Icon: Store },
    { label: 'Report a Problem', href: reportProblemLink(config, viewer), Icon: MessageSquareWarning },
    { label: 'Request a Feature', href: requestFeatureLink(config), Icon: Lightbulb },
  ]
  return (
    <Menu openedBy={openedBy} trigger={<ViewerButton viewer={viewer} />}>
      <MenuLink>
        <Link to="/profile">
          <CircleUserRound aria-hidden="true" />
          Profile
        </Link>
      </MenuLink>
      {inAdministration && (
        <MenuLink>
          <Link to="/">
            <ArrowLeft aria-hidden="true" />
            Back to Restaurants
          </Link>
        </MenuLink>
      )}
      {forms.map(({ label, href, Icon }) => (
        <MenuLink key={label}>
          <a href={href} {...formLinkTarget(href)}>
            <Icon aria-hidden="true" />
            {label}
          </a>
        </MenuLink>
      ))}
      {viewer.isAdmin && !inAdministration && (
        <>
          <MenuSeparator />
          <MenuGroup label="Admin Controls">
            <MenuLink>
              <Link to="/admin">
                <SlidersHorizontal aria-hidden="true" />
                Admin Dashboard
              </Link>
            </MenuLink>
            {viewer.isSuperUser && (
              <MenuLink>
                <Link to="/full-data-assist">
                  <ClipboardPen aria-hidden="true" />
                  Full Data Assist
                </Link>
              </MenuLink>
            )}
          </MenuGroup>
        </>
      )}
      <MenuSeparator />
      <ThemeChoice />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden="true" />} onSelect={() => logout.mutate({})}>
        Log out
      </MenuItem>
      <MenuFooter>System Version: {config.version}</MenuFooter>
    </Menu>
  )
}
