import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from './button.tsx'
import {
  asideClass,
  bodyClass,
  columnsClass,
  footerClass,
  panelClass,
  scrimClass,
  titleBarClass,
} from './dialog-look.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** For screen readers only, when the content shows the name itself. */
  hideTitle?: boolean
  /** One sentence under the title. */
  description?: ReactNode
  children: ReactNode
  /** The buttons, fixed below the scrolling body. */
  footer?: ReactNode
  /** Two columns where there is room: `aside` (usually a picture) beside the body. */
  wide?: boolean
  aside?: ReactNode
  /** Can't be closed while something runs. */
  locked?: boolean
  /** What is read rather than filled in: the panel takes the focus, so that no keyboard opens on phones. */
  focusesPanel?: boolean | undefined
}

/** Full screen below 768 px, a centered panel above. Focuses the first field of the body. */
export function Dialog({ open, onOpenChange, ...panel }: DialogProps) {
  // Not what takes the place of one that was painted before the scripts: it is there already.
  const [comes] = useState(() => document.querySelector('#root > [inert] .dialog-to-come') === null)
  return (
    open && (
      <Modal onOpenChange={onOpenChange} comes={comes}>
        <Panel comes={comes} {...panel} />
      </Modal>
    )
  )
}

interface ModalProps {
  onOpenChange: (open: boolean) => void
  comes?: boolean
  /** One Radix.Content. */
  children: ReactNode
}

/**
 * Above the page, which is dimmed and keeps still (overlays.css): in place of Radix' own portal and overlay, which look for the
 * body, for animations and for the width of a scrollbar, each in the middle of drawing.
 */
export function Modal({ onOpenChange, comes = true, children }: ModalProps) {
  // Asked before anything is changed, when the browser knows it; on phones no scrollbar takes room.
  const [besideScrollbar] = useState(() => document.documentElement.clientWidth < window.innerWidth)
  const scrim = useRef<HTMLDivElement>(null)
  // Two that open at once, as those of an address do, hide each other from screen readers; the last one is in sight.
  useEffect(() => scrim.current?.nextElementSibling?.removeAttribute('aria-hidden'), [])
  return (
    <Radix.Root open onOpenChange={onOpenChange}>
      {createPortal(
        <>
          <div
            ref={scrim}
            className={clsx(scrimClass, comes && 'animate-fade-in', besideScrollbar && 'beside-scrollbar')}
          />
          {children}
        </>,
        document.body,
      )}
    </Radix.Root>
  )
}

/** Returns focus to where it was before the panel opened, unless somebody was led on, such as to another page. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const main = document.querySelector('main')
    // Where a question above this panel returns it to, when both close.
    if (document.activeElement !== document.body && document.activeElement !== main) return
    const target = opener?.isConnected ? opener : main
    if (target instanceof HTMLElement) target.focus()
  }
}

/** Without a field the panel itself takes focus: focusing a button far down would scroll the top away. */
function focusFirstField(event: Event, focusesPanel: boolean) {
  const panel = event.currentTarget
  if (!(panel instanceof HTMLElement)) return
  event.preventDefault()
  if (focusesPanel) return panel.focus()
  const field =
    panel.querySelector<HTMLElement>('input[type="radio"]:checked:not(:disabled)') ??
    panel.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [hidden])')
  const target = field ?? panel
  target.focus()
}

/** Escape then closes the list of matches, not the dialog. */
function hasOpenList(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches('[role="combobox"][aria-expanded="true"]')
}

function Panel({
  title,
  hideTitle,
  description,
  children,
  footer,
  wide,
  aside,
  locked,
  focusesPanel = false,
  comes,
}: Omit<DialogProps, 'open' | 'onOpenChange'> & { comes: boolean }) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Content
      onOpenAutoFocus={event => focusFirstField(event, focusesPanel)}
      onCloseAutoFocus={returnFocus}
      onEscapeKeyDown={event => (locked || hasOpenList(event.target)) && event.preventDefault()}
      onInteractOutside={event => locked && event.preventDefault()}
      {...(description ? {} : { 'aria-describedby': undefined })}
      className={clsx(panelClass(wide), comes && 'animate-sheet-in')}
    >
      {/* No header and no footer: outside of the page's sections they would be its landmarks. */}
      <div className={hideTitle && !description ? 'sr-only' : titleBarClass}>
        {/* However long a name is, what stands below it keeps its room. */}
        <Radix.Title className={clsx(hideTitle ? 'sr-only' : 'line-clamp-6', 'text-pretty')}>
          {title}
        </Radix.Title>
        {description && (
          <Radix.Description className="mt-1 line-clamp-6 text-muted">{description}</Radix.Description>
        )}
      </div>
      <div className={columnsClass(wide)}>
        {aside && <div className={asideClass}>{aside}</div>}
        <div className={bodyClass(wide, Boolean(footer))}>{children}</div>
      </div>
      {footer && <div className={footerClass}>{footer}</div>}
      {!locked && (
        <span className="print:hidden sticky top-0 z-10 order-first h-0">
          <Radix.Close asChild>
            <IconButton
              label="Close"
              className="!absolute top-[max(0.5rem,env(safe-area-inset-top))] right-2 bg-raised/85 md:top-3.5 md:right-3.5"
            >
              <X />
            </IconButton>
          </Radix.Close>
        </span>
      )}
    </Radix.Content>
  )
}
