import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { rememberFocus } from '#kit/web/focus/keep-focus.ts'
import { useBackCloses } from '#kit/web/router/blocker.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import {
  asideClass,
  bodyClass,
  columnsClass,
  footerClass,
  panelClass,
  scrimClass,
  titleBarClass,
} from './dialog-classes.ts'

export interface DialogProps {
  onClose: () => void
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
  /** For one that a state opens rather than the address. */
  backCloses?: boolean
  /** For dialogs that are read rather than filled in: the panel takes focus, so that phones open no keyboard. */
  focusesPanel?: boolean
}

/** Open as long as it is rendered. Full screen below 768 px, a centered panel above. Focuses the first field of the body. */
export function Dialog({ onClose, backCloses = false, ...panel }: DialogProps) {
  // No entrance animation for a dialog that replaces its placeholder, which is already on the screen.
  const [animatesIn] = useState(() => document.querySelector('#root > [inert] .dialog-placeholder') === null)
  const typedIn = useRef<Element>(null)
  const { locked } = panel
  return (
    <Modal
      {...{ onClose, backCloses, animatesIn }}
      // Never a form with something typed.
      onClickOutside={() => !locked && !typedIn.current?.isConnected && onClose()}
    >
      <Panel {...{ animatesIn, typedIn }} {...panel} />
    </Modal>
  )
}

interface ModalProps {
  onClose: () => void
  backCloses: boolean
  animatesIn?: boolean
  /** On our own scrim, not on an element that an extension adds. */
  onClickOutside?: () => void
  /** Exactly one Radix.Content. */
  children: ReactNode
}

/**
 * Shows its content above the page, which is dimmed and doesn't scroll (overlays.css). It replaces Radix's own portal
 * and overlay, which query the body, animations and the scrollbar's width in the middle of rendering.
 */
export function Modal({ onClose, backCloses, animatesIn = true, onClickOutside, children }: ModalProps) {
  useBackCloses(backCloses, onClose)
  // Read before any DOM change, so that it forces no layout. On phones, scrollbars take up no space.
  const [besideScrollbar] = useState(() => document.documentElement.clientWidth < window.innerWidth)
  const scrim = useRef<HTMLDivElement>(null)
  // Two dialogs that open at the same time (an address can name both) hide each other from screen readers.
  // The last one is the visible one and must be readable.
  useEffect(() => scrim.current?.nextElementSibling?.removeAttribute('aria-hidden'), [])
  return (
    <Radix.Root open onOpenChange={onClose}>
      {createPortal(
        <>
          {/* biome-ignore lint/a11y: for the pointer only; Escape and Close do the same */}
          <div
            ref={scrim}
            onClick={onClickOutside}
            className={clsx(
              scrimClass,
              animatesIn && 'animate-fade-in',
              besideScrollbar && 'beside-scrollbar',
            )}
          />
          {children}
        </>,
        document.body,
      )}
    </Radix.Root>
  )
}

/** Returns focus to where it was before the panel opened, unless it has moved on, for example to another page. */
export function useReturnFocus() {
  const [returnFocus] = useState(rememberFocus)
  return (event: Event) => {
    event.preventDefault()
    // Focus is on one of these two if a question above this panel closed together with it.
    const { activeElement } = document
    if (activeElement === document.body || activeElement?.matches('main')) returnFocus()
  }
}

/** Without a field, the panel itself takes focus: focusing a button far down would scroll the top out of view. */
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

/** If so, Escape closes the list of matches rather than the dialog. */
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
  animatesIn,
  typedIn,
}: Omit<DialogProps, 'onClose' | 'backCloses'> & {
  animatesIn: boolean
  typedIn: RefObject<Element | null>
}) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Content
      onInput={({ target }) => {
        if (target instanceof Element && target.closest('form')) typedIn.current = target
      }}
      onOpenAutoFocus={event => focusFirstField(event, focusesPanel)}
      onCloseAutoFocus={returnFocus}
      onEscapeKeyDown={event => (locked || hasOpenList(event.target)) && event.preventDefault()}
      onInteractOutside={event => event.preventDefault()}
      {...(description ? {} : { 'aria-describedby': undefined })}
      className={clsx(panelClass(wide), animatesIn && 'animate-sheet-in')}
    >
      {/* Not <header> and <footer>: outside of the page's sections they would become landmarks. */}
      <div className={hideTitle && !description ? 'sr-only' : titleBarClass}>
        {/* Clamped, so that a long name leaves room for the content below. */}
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
