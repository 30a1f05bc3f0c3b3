import { clsx } from 'clsx'
import { BellRing, CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useStore } from '#kit/web/browser/store.ts'
import { buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { useFocusReturn } from './toast-focus.ts'
import { dismissToast, type ShownToast, shownToast, type ToastVariant } from './toast-store.ts'

/** F8 focuses the toast; a swipe to the right dismisses it. Loaded separately from the page, by toaster.tsx. */
export function Toasts() {
  const shown = useStore(shownToast)
  const returnFocus = useFocusReturn()
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && <ToastCard key={shown.id} onClosed={returnFocus} {...shown} />}
      {/* `aria-live` keeps this visible to screen readers while a dialog is open. It is off because Radix
          announces toasts elsewhere. */}
      <Radix.Viewport aria-live="off" className={clsx('toasts', shown?.at && `toasts-at-${shown.at}`)} />
    </Radix.Provider>
  )
}

/** In milliseconds: longer than usual, so that the user can reach the button. */
const withAction = 10_000

function ToastCard(props: ShownToast & { onClosed: () => void }) {
  const { id, title, description, spoken, variant = 'default', action, open, onClosed } = props
  const { duration = action && withAction } = props
  const { Icon, look } = looks[variant]
  return (
    <Radix.Root
      open={open}
      onOpenChange={stays => {
        if (stays) return
        dismissToast(id)
        onClosed()
      }}
      {...(duration === undefined ? {} : { duration })}
      className={clsx(
        // Also beneath a dialog that opens after it, which takes the pointer from all that is older.
        '!pointer-events-auto flex items-start gap-3 rounded-md border border-line border-l-6 bg-raised py-2 pr-2 pl-4 shadow-floating',
        'data-[state=closed]:animate-toast-out data-[state=open]:animate-fade-in',
        'data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)',
        look,
      )}
    >
      <Icon className="mt-2.5 size-5.5 shrink-0 max-[22rem]:hidden" />
      {/* A long action has a line of its own rather than half of the text's. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3">
        <div
          {...(spoken && {
            'data-radix-toast-announce-exclude': '',
            'data-radix-toast-announce-alt': spoken,
          })}
          className="min-h-11 min-w-0 flex-1 basis-32 content-center py-1.5 text-ink"
        >
          <Radix.Title className="font-semibold">{title}</Radix.Title>
          {description && (
            <Radix.Description className="whitespace-pre-line text-muted text-sm">
              {description}
            </Radix.Description>
          )}
        </div>
        {action && (
          <Radix.Action
            altText={action.label}
            onClick={action.onClick}
            className={buttonClass({ variant: 'quiet', className: '!px-3' })}
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton label="Dismiss" className="!text-muted">
          <X />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}

const looks: Record<ToastVariant, { Icon: LucideIcon; look: string }> = {
  default: { Icon: BellRing, look: '!border-l-terracotta text-terracotta-ink' },
  success: { Icon: CircleCheck, look: '!border-l-olive text-olive-ink' },
  destructive: { Icon: CircleAlert, look: '!border-l-brick text-brick-ink' },
  warning: { Icon: TriangleAlert, look: '!border-l-saffron text-saffron-ink' },
  info: { Icon: Info, look: '!border-l-sky text-sky-ink' },
}
