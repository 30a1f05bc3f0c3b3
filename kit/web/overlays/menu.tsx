import { clsx } from 'clsx'
import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useBackCloses } from '#kit/web/router/blocker.ts'

export interface MenuProps {
  /** One button with its own accessible name. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  /** Where to render the menu if it can't be beside its trigger, for example in a row that scrolls. */
  container?: HTMLElement | null
  /** Opens the menu on mount, as a click or a key would. A key also focuses the first entry. */
  openedBy?: 'click' | 'key'
}

/** Rendered in place rather than at the end of the page, so that it stays inside its landmark. */
export function Menu({ trigger, children, align = 'end', container, openedBy }: MenuProps) {
  const [isOpen, setIsOpen] = useState(openedBy !== undefined)
  useBackCloses(isOpen, () => setIsOpen(false))
  const panel = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  // In a row that scrolls, a button that has just replaced another (see lazy-menu.tsx) is out of view.
  useLayoutEffect(() => {
    if (openedBy) button.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [openedBy])
  useEffect(() => {
    if (openedBy === 'key') panel.current?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
  }, [openedBy])
  const content = (
    <Radix.Content
      ref={panel}
      align={align}
      sideOffset={8}
      collisionPadding={12}
      // The button itself opens and closes.
      onInteractOutside={event => button.current?.contains(event.target as Node) && event.preventDefault()}
      // Comes late: by then the menu may be open again, and has the focus.
      onCloseAutoFocus={event => button.current?.dataset.state === 'open' && event.preventDefault()}
      // It goes at once: while it faded out it would keep the focus, and the next key would choose its entry.
      className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-60 max-w-[calc(100vw-1.5rem)] origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-floating outline-none data-[state=open]:animate-pop-in"
    >
      {children}
    </Radix.Content>
  )
  return (
    <Radix.Root modal={false} open={isOpen} onOpenChange={setIsOpen}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      {container ? <Radix.Portal container={container}>{content}</Radix.Portal> : content}
    </Radix.Root>
  )
}

interface MenuItemProps {
  icon?: ReactNode
  disabled?: boolean
  children: ReactNode
  onSelect?: (event: Event) => void
}

export function MenuItem({ icon, children, ...rest }: MenuItemProps) {
  return (
    <Radix.Item {...rest} className={clsx(item, 'text-ink')}>
      {icon}
      <span className="min-w-0 flex-1">{children}</span>
    </Radix.Item>
  )
}

/** `children` is the link itself (the router's Link or an anchor), with its icon inside. */
export function MenuLink({ children }: { children: ReactElement }) {
  return (
    <Radix.Item asChild className={clsx(item, 'text-ink')}>
      {children}
    </Radix.Item>
  )
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Radix.Group>
      <Radix.Label className={labelClass}>{label}</Radix.Label>
      {children}
    </Radix.Group>
  )
}

interface MenuChoiceProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
}

/** One choice out of a few; the menu stays open, so that the user sees the effect. */
export function MenuChoice<Value extends string>({
  label,
  options,
  value,
  onChange,
}: MenuChoiceProps<Value>) {
  return (
    <Radix.RadioGroup aria-label={label} value={value} onValueChange={next => onChange(next as Value)}>
      <Radix.Label className={labelClass}>{label}</Radix.Label>
      {options.map(option => (
        <Radix.RadioItem
          key={option.value}
          value={option.value}
          onSelect={event => event.preventDefault()}
          className={clsx(item, 'text-ink')}
        >
          {option.icon}
          <span className="flex-1">{option.label}</span>
          <Radix.ItemIndicator>
            <Check className="!text-terracotta-ink" />
          </Radix.ItemIndicator>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  )
}

interface MenuChecksProps<Value extends string> {
  label: string
  options: readonly { value: Value; label: string; count?: number }[]
  values: readonly Value[]
  onChange: (values: Value[]) => void
}

/** Any number of choices; the menu stays open, so that the user can check several. */
export function MenuChecks<Value extends string>({
  label,
  options,
  values,
  onChange,
}: MenuChecksProps<Value>) {
  return (
    <Radix.Group>
      <Radix.Label className={labelClass}>{label}</Radix.Label>
      {options.map(({ value, label: name, count }) => (
        <Radix.CheckboxItem
          key={value}
          checked={values.includes(value)}
          onCheckedChange={checked =>
            onChange(checked ? [...values, value] : values.filter(other => other !== value))
          }
          onSelect={event => event.preventDefault()}
          className={clsx(item, 'text-ink')}
        >
          <span
            aria-hidden="true"
            className="grid size-5 shrink-0 place-items-center rounded-sm border-2 border-edge in-data-[state=checked]:border-terracotta in-data-[state=checked]:bg-terracotta"
          >
            <Radix.ItemIndicator>
              <Check strokeWidth={3} className="!size-3.5 !text-on-terracotta" />
            </Radix.ItemIndicator>
          </span>
          <span className="min-w-0 flex-1 break-words">{name}</span>
          {count !== undefined && <span className="text-muted text-sm tabular-nums">{count}</span>}
        </Radix.CheckboxItem>
      ))}
    </Radix.Group>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="mx-2 my-1.5 h-px bg-line" />
}

/** A line of small print at the end. */
export function MenuFooter({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-3 pt-1.5 pb-1 text-muted text-xs tabular-nums">{children}</Radix.Label>
}

const labelClass = 'px-3 pt-2 pb-1 font-semibold text-muted text-xs'

const item =
  'flex min-h-11 cursor-pointer select-none items-center gap-3 rounded-sm px-3 py-2 font-medium outline-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-terracotta-tint data-highlighted:text-terracotta-ink data-highlighted:-outline-offset-2 data-highlighted:focus-visible:outline-2 [&_svg]:size-4.5 [&_svg]:shrink-0 [&_svg]:text-muted'
