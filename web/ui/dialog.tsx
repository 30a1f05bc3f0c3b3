import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useState } from 'react'
import { IconButton } from './button.tsx'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
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
  focusesPanel?: boolean
}

/** Full screen below 768 px, a centered panel above. Focuses the first field of the body. */
export function Dialog({ open, onOpenChange, ...panel }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Scrim />
        <Panel {...panel} />
      </Radix.Portal>
    </Radix.Root>
  )
}

export function Scrim() {
  return (
    <Radix.Overlay className="fixed inset-0 z-50 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in" />
  )
}

/** Returns focus to where it was before the panel opened. */
export function useReturnFocus() {
  const [opener] = useState(() => document.activeElement)
  return (event: Event) => {
    event.preventDefault()
    const target = opener?.isConnected ? opener : document.querySelector('main')
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
    panel.querySelector<HTMLElement>(':is(input, select, textarea):not(:disabled, [type="hidden"])')
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
}: Omit<DialogProps, 'open' | 'onOpenChange'>) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Content
      onOpenAutoFocus={event => focusFirstField(event, focusesPanel)}
      onCloseAutoFocus={returnFocus}
      onEscapeKeyDown={event => (locked || hasOpenList(event.target)) && event.preventDefault()}
      onInteractOutside={event => locked && event.preventDefault()}
      {...(description ? {} : { 'aria-describedby': undefined })}
      className={clsx(
        'fixed inset-0 z-50 flex flex-col overflow-hidden bg-raised outline-none',
        'data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in',
        'md:inset-x-0 md:top-[50dvh] md:bottom-auto md:mx-auto md:max-h-[85dvh] md:-translate-y-1/2',
        'md:rounded-lg md:shadow-floating',
        wide ? 'md:w-[min(64rem,calc(100vw-3rem))]' : 'md:w-[min(32rem,calc(100vw-3rem))]',
      )}
    >
      <header
        className={clsx(
          hideTitle && !description
            ? 'sr-only'
            : 'shrink-0 border-line border-b pt-[max(1rem,env(safe-area-inset-top))] pr-16 pb-4 pl-5 md:px-7 md:pt-6 md:pr-16',
        )}
      >
        {/* However long a name is, what stands below it keeps its room. */}
        <Radix.Title className={clsx(hideTitle ? 'sr-only' : 'line-clamp-6', 'text-pretty')}>
          {title}
        </Radix.Title>
        {description && (
          <Radix.Description className="mt-1 line-clamp-6 text-muted">{description}</Radix.Description>
        )}
      </header>
      <div
        className={clsx(
          'flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain',
          wide && 'md:grid md:grid-cols-2 md:overflow-hidden',
        )}
      >
        {aside && <div className="shrink-0 md:min-h-0 md:overflow-y-auto">{aside}</div>}
        <div
          className={clsx(
            'flex-1 px-5 pt-5 md:min-h-0 md:px-7 md:pt-6',
            footer ? 'pb-6' : 'pb-[max(1.5rem,env(safe-area-inset-bottom))]',
            wide && 'md:overflow-y-auto',
          )}
        >
          {children}
        </div>
      </div>
      {footer && (
        <footer className="flex shrink-0 flex-wrap justify-end gap-3 border-line border-t bg-raised px-5 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:flex-1 md:px-7 md:py-4">
          {footer}
        </footer>
      )}
      {!locked && (
        <Radix.Close asChild>
          <IconButton
            label="Close"
            className="!absolute top-[max(0.5rem,env(safe-area-inset-top))] right-2 bg-raised/85 md:top-3.5 md:right-3.5"
          >
            <X />
          </IconButton>
        </Radix.Close>
      )}
    </Radix.Content>
  )
}
