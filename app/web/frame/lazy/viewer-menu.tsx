import {
  ArrowLeft,
  Bell,
  CalendarDays,
  CircleUserRound,
  ClipboardPen,
  Lightbulb,
  LogOut,
  MessageSquareWarning,
  SlidersHorizontal,
  Store,
} from 'lucide-react'
import { ViewerButton } from '#app/web/frame/viewer-button.tsx'
import type { User } from '#features/accounts/people-contract.ts'
import { reportProblemLink } from '#features/accounts/web/form-link.ts'
import { useLogout } from '#features/accounts/web/use-logout.ts'
import { SuggestLink } from '#features/suggestions/web/suggest-link.tsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { Menu, MenuFooter, MenuGroup, MenuItem, MenuLink, MenuSeparator } from '#kit/web/overlays/menu.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { useLocation } from '#kit/web/router/router.ts'
import { ThemeChoice } from '#kit/web/ui/theme-choice.tsx'

/** Loaded separately from the page, by signed-in.tsx, and open from the start. */
export function ViewerMenu({ viewer, openedBy }: { viewer: User; openedBy: 'click' | 'key' }) {
  const config = usePublicConfig()
  const logout = useLogout()
  const inAdministration = useLocation().pathname === '/admin'
  const forms = [
    {
      kind: 'restaurant',
      label: 'Request a Restaurant',
      external: config.requestRestaurantUrl,
      Icon: Store,
    },
    {
      kind: 'problem',
      label: 'Report a Problem',
      external: config.reportProblemUrl && reportProblemLink(config, viewer),
      Icon: MessageSquareWarning,
    },
    { kind: 'feature', label: 'Request a Feature', external: config.requestFeatureUrl, Icon: Lightbulb },
  ] as const
  return (
    <Menu openedBy={openedBy} trigger={<ViewerButton viewer={viewer} />}>
      <MenuLink>
        <Link to="/profile">
          <CircleUserRound />
          Profile
        </Link>
      </MenuLink>
      {config.push && (
        <MenuLink>
          <Link to="/profile/edit" hash="notifications">
            <Bell />
            Notifications
          </Link>
        </MenuLink>
      )}
      <MenuLink>
        <Link to="/profile/edit" hash="calendar">
          <CalendarDays />
          Calendar & Reminder
        </Link>
      </MenuLink>
      {inAdministration && (
        <MenuLink>
          <Link to="/">
            <ArrowLeft />
            Back to Restaurants
          </Link>
        </MenuLink>
      )}
      {forms.map(({ kind, label, external, Icon }) => (
        <MenuLink key={kind}>
          <SuggestLink kind={kind} external={external}>
            <Icon />
            {label}
          </SuggestLink>
        </MenuLink>
      ))}
      {viewer.isAdmin && !inAdministration && (
        <>
          <MenuSeparator />
          <MenuGroup label="Admin Controls">
            <MenuLink>
              <Link to="/admin">
                <SlidersHorizontal />
                Admin Dashboard
              </Link>
            </MenuLink>
            {viewer.isSuperUser && (
              <MenuLink>
                <Link to="/full-data-assist">
                  <ClipboardPen />
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
      <MenuItem icon={<LogOut />} onSelect={() => logout.mutate()}>
        Log out
      </MenuItem>
      <MenuFooter>System Version: {config.version}</MenuFooter>
    </Menu>
  )
}
