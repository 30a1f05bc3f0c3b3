import { Ellipsis, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { LazyMenu } from '#kit/web/lazy/lazy-menu.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { Button, buttonClass, IconButton } from '#kit/web/ui/button.tsx'

/** What can be done with a list as a whole: a button beside its title, or on phones an entry of the title's menu. */
export type ListAction = {
  label: string
  icon: ReactNode
  busy?: boolean
  disabled?: boolean
  /** Its label only appears as a tooltip. */
  isIcon?: boolean
} & ({ run: () => void } | { section: string })

/** Adds a row; on phones it is '+'. */
export interface AddAction {
  label: string
  icon?: ReactNode
  busy?: boolean
  /** Shown while busy. */
  busyText?: string
  run: () => void
}

interface ListActionsProps {
  add: AddAction | undefined
  actions: readonly ListAction[]
}

export function ListActions({ add, actions }: ListActionsProps) {
  const isWide = useMedia(wideScreen)
  if (isWide)
    return (
      <>
        {add && <AddButton {...add} />}
        {actions.map(action => (
          <ActionButton key={action.label} action={action} />
        ))}
      </>
    )
  return (
    <>
      {actions.length > 0 && <ActionMenu actions={actions} />}
      {add && (
        <Button
          variant="primary"
          aria-label={add.label}
          title={add.label}
          icon={<Plus />}
          busy={add.busy}
          onClick={add.run}
          className="size-11 !px-0 [&_svg]:!size-5"
        />
      )}
    </>
  )
}

export function AddButton({ label, icon = <Plus />, busy, busyText, run }: AddAction) {
  return (
    <Button variant="primary" icon={icon} busy={busy} busyText={busyText} onClick={run}>
      {label}
    </Button>
  )
}

function ActionButton({ action }: { action: ListAction }) {
  const { label, icon, busy, disabled, isIcon } = action
  if ('section' in action)
    return (
      <Link to="/admin" search={{ section: action.section }} className={buttonClass()}>
        {icon}
        {label}
      </Link>
    )
  if (isIcon)
    return (
      <IconButton label={label} disabled={disabled} onClick={action.run}>
        {icon}
      </IconButton>
    )
  return (
    <Button icon={icon} busy={busy} disabled={disabled} onClick={action.run}>
      {label}
    </Button>
  )
}

function ActionMenu({ actions }: { actions: readonly ListAction[] }) {
  return (
    <LazyMenu
      trigger={
        <IconButton label="More actions">
          <Ellipsis />
        </IconButton>
      }
    >
      {({ MenuItem, MenuLink }) =>
        actions.map(action =>
          'section' in action ? (
            <MenuLink key={action.label}>
              <Link to="/admin" search={{ section: action.section }}>
                {action.icon}
                {action.label}
              </Link>
            </MenuLink>
          ) : (
            <MenuItem
              key={action.label}
              icon={action.icon}
              disabled={action.disabled || action.busy}
              onSelect={action.run}
            >
              {action.label}
            </MenuItem>
          ),
        )
      }
    </LazyMenu>
  )
}
