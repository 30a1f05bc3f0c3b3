import { CalendarPlus, CalendarX2, RefreshCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useDayOf } from '#features/accounts/web/profile/item-row.tsx'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { CopyBox } from '#kit/web/ui/copy-box.tsx'
import { createCalendar, getCalendar, removeCalendar } from '../../calendar-contract.ts'

/** Manages the private URL from which a calendar app can subscribe to the viewer's lunches. */
export function CalendarSection() {
  return (
    <Panel
      roomy
      title="Calendar"
      lead="Your calendar can show the lunches you’re in and update them when they move or are cancelled."
    >
      <Loaded queries={[read(getCalendar)]} skeleton={<Skeleton shape="pill" className="h-11 w-56" />}>
        {({ createdAt }) => <Feed createdAt={createdAt} />}
      </Loaded>
    </Panel>
  )
}

function Feed({ createdAt }: { createdAt: string | null }) {
  const dayOf = useDayOf()
  /** Returned once, when it is made: known only until the user leaves this page. */
  const [url, setUrl] = useState<string>()
  const [asks, setAsks] = useState<'renew' | 'end'>()
  const make = useWrite(createCalendar, {
    touches: ['calendar'],
    done: reply => {
      setUrl(reply.url)
      setAsks(undefined)
      return createdAt === null ? 'Calendar address created' : 'Calendar address renewed'
    },
    failed: 'Failed to create the address',
  })
  const end = useWrite(removeCalendar, {
    touches: ['calendar'],
    done: () => {
      setUrl(undefined)
      setAsks(undefined)
      return 'Calendar address ended'
    },
    failed: 'Failed to end the address',
  })

  if (createdAt === null && url === undefined)
    return (
      <Button icon={<CalendarPlus />} busy={make.isPending} onClick={() => make.mutate({})}>
        Create calendar address
      </Button>
    )
  return (
    <div className="flex flex-col gap-5">
      {url === undefined ? (
        createdAt !== null && (
          <p>
            Your calendar address was created on {dayOf(createdAt)}. It was shown once, and can’t be shown
            again.
          </p>
        )
      ) : (
        <Address url={url} />
      )}
      <Choice text="Lost it, or shared it by mistake? Renew it: the old address stops working immediately.">
        <Button icon={<RefreshCw />} onClick={() => setAsks('renew')}>
          Renew address
        </Button>
      </Choice>
      <Choice text="The address stops working, and your calendar isn’t updated anymore.">
        <Button
          variant="quiet"
          className="text-brick-ink"
          icon={<CalendarX2 />}
          onClick={() => setAsks('end')}
        >
          End address
        </Button>
      </Choice>
      {asks === 'renew' && (
        <ConfirmDialog
          onClose={() => setAsks(undefined)}
          title="Renew your calendar address?"
          confirmLabel="Renew address"
          busy={make.isPending}
          onConfirm={() => make.mutate({})}
        >
          Calendars that use the old address stop being updated until you give them the new one.
        </ConfirmDialog>
      )}
      {asks === 'end' && (
        <ConfirmDialog
          onClose={() => setAsks(undefined)}
          title="End your calendar address?"
          confirmLabel="End address"
          danger
          busy={end.isPending}
          onConfirm={() => end.mutate({})}
        >
          Calendars that use it aren’t updated anymore. You can create another one at any time.
        </ConfirmDialog>
      )}
    </div>
  )
}

function Choice({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4 sm:flex-nowrap">
      <p className="min-w-0 flex-1 basis-56 text-muted text-sm">{text}</p>
      <div className="shrink-0 max-sm:w-full max-sm:*:w-full">{children}</div>
    </div>
  )
}

// webcal links work on Apple devices; elsewhere they often fail silently.
const supportsWebcal = /iPhone|iPad|Macintosh/.test(navigator.userAgent)

/** The URL with a copy button. */
function Address({ url }: { url: string }) {
  return (
    <div className="flex flex-col gap-3">
      <p>
        <strong>Copy this address now: it’s shown only once.</strong> Add it in your calendar application
        under “Subscribe” or “From URL”. Anyone who has it can see your lunches, so keep it to yourself.
      </p>
      <CopyBox noun="address" text={url} />
      {supportsWebcal && (
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass({ className: 'self-start' })}>
          <CalendarPlus />
          Add on this device
        </a>
      )}
    </div>
  )
}
