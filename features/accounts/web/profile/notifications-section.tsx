import { useQueryClient } from '@tanstack/react-query'
import { BellRing, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  type PushDevice,
  type PushKind,
  type PushState,
  removePushDevice,
  savePushChoices,
  testPush,
} from '#features/push/contract.ts'
import { pushState } from '#features/push/web/push-state.ts'
import {
  type PushSupport,
  type PushTrouble,
  pushSupport,
  subscribe,
  unsubscribe,
} from '#features/push/web/push-subscription.ts'
import { call } from '#kit/web/api/call.ts'
import { refresh } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox, Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { ItemRow, useDayOf } from './item-row.tsx'

const kinds: { kind: PushKind; label: string; hint: string }[] = [
  { kind: 'leaving', label: 'My lunch leaves', hint: 'Ten minutes before' },
  { kind: 'changed', label: 'My lunch changes', hint: 'Moved, cancelled, decided, or meeting elsewhere' },
  { kind: 'closing', label: 'My vote is missing', hint: 'Ten minutes before the vote ends' },
  { kind: 'started', label: 'Somebody starts a lunch', hint: 'At my campus' },
  { kind: 'after', label: 'How was it?', hint: 'After a lunch that I was in' },
]

/** Notifications: on this device, on the others, and of what. Every change is saved immediately. */
export function NotificationsSection() {
  return (
    <Panel
      roomy
      title="Notifications"
      lead="Know when your lunch leaves or changes, without looking at the page."
    >
      <Loaded
        queries={[pushState]}
        label="Loading your notifications"
        skeleton={<Skeleton shape="card" className="h-115 sm:h-109" />}
      >
        {data => <Notifications state={data} />}
      </Loaded>
    </Panel>
  )
}

function Notifications({ state: { publicKey, choices, devices } }: { state: PushState }) {
  const thisDevice = devices.find(({ isThis }) => isThis)
  const others = devices.filter(({ isThis }) => !isThis)
  const test = useWrite(testPush, {
    touches: [],
    done: 'Sent. It arrives in a moment.',
    failed: 'Couldn’t send a test',
  })
  return (
    <div className="flex flex-col gap-6">
      <ThisDevice device={thisDevice} publicKey={publicKey} />
      <Choices choices={choices} />
      {others.length > 0 && (
        <div>
          <h3 className="text-base">Other devices</h3>
          <ul role="list" className="divide-y divide-line">
            {others.map(device => (
              <OtherDevice key={device.id} device={device} />
            ))}
          </ul>
        </div>
      )}
      {devices.length > 0 && (
        <Button className="gap-2 self-start" busy={test.isPending} onClick={() => test.mutate({})}>
          <BellRing />
          Send a test
        </Button>
      )}
    </div>
  )
}

function ThisDevice({ device, publicKey }: { device: PushDevice | undefined; publicKey: string }) {
  const queryClient = useQueryClient()
  const [support, setSupport] = useState(pushSupport)
  const [trouble, setTrouble] = useState<PushTrouble>()
  const [isBusy, setBusy] = useState(false)
  // Whoever has just allowed them in the browser's settings comes back here.
  useEffect(() => {
    const check = () => setSupport(pushSupport())
    window.addEventListener('focus', check)
    return () => window.removeEventListener('focus', check)
  }, [])

  async function change(isOn: boolean): Promise<void> {
    setBusy(true)
    setTrouble(undefined)
    try {
      if (isOn) {
        const outcome = await subscribe(publicKey)
        if (outcome === 'no-answer' || outcome === 'no-service') setTrouble(outcome)
        else setSupport(outcome)
      } else if (device) {
        await unsubscribe()
        await call(removePushDevice, { params: { id: device.id } })
      }
      await refresh(queryClient, ['push'])
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined
      toast({ title: 'Couldn’t change notifications', description, variant: 'destructive' })
      void refresh(queryClient, ['push'])
    }
    setBusy(false)
  }
  // Some browsers keep a subscription when notifications are blocked: it can then still be switched off.
  return (
    <div className="flex flex-col gap-2">
      {support !== 'yes' && <p role="status">{blockedText[support]}</p>}
      {(support === 'yes' || device) && (
        <Switch
          label="Notify me on this device"
          checked={device !== undefined}
          disabled={isBusy}
          onChange={event => void change(event.target.checked)}
        />
      )}
      <p role="status" className="empty:-mt-2">
        {trouble && troubleText[trouble]}
      </p>
    </div>
  )
}

/** Why this browser can't show notifications, and what to do about it. */
const blockedText: Record<Exclude<PushSupport, 'yes'>, string> = {
  insecure: 'Notifications need a secure connection. Open this page with https:// in its address.',
  'home-screen':
    'On an iPhone or iPad, notifications need the app on the home screen: tap Share, then “Add to Home Screen”, and open it from there.',
  unsupported:
    'This browser can’t show notifications. Try a current version of Chrome, Edge, Firefox or Safari.',
  denied:
    'Notifications are blocked. Allow them for this site in your browser’s settings, then come back here.',
}

const troubleText: Record<PushTrouble, string> = {
  'no-answer':
    'Your browser didn’t ask, or its question wasn’t answered. Allow notifications for this site at the icon in the address bar or in the browser’s settings, then switch them on here.',
  'no-service':
    'Your browser can’t reach its push service. In Brave, switch on “Use Google services for push messaging” in its privacy settings. Private windows and phones without Google’s services can’t be notified; a network may block it, too.',
}

function OtherDevice({ device: { id, name, createdAt, lastSentAt } }: { device: PushDevice }) {
  const dayOf = useDayOf()
  const removal = useWrite(removePushDevice, {
    touches: ['push'],
    done: 'Device removed',
    failed: 'Couldn’t remove the device',
  })
  return (
    <ItemRow
      name={name}
      details={[lastSentAt ? `Last notified ${dayOf(lastSentAt)}` : `Added ${dayOf(createdAt)}`]}
    >
      <IconButton
        label={`Remove ${name}`}
        disabled={removal.isPending}
        onClick={() => removal.mutate({ params: { id } })}
      >
        <Trash2 />
      </IconButton>
    </ItemRow>
  )
}

function Choices({ choices: saved }: { choices: PushKind[] }) {
  /** The last change made here. Each save sends all kinds, so it must build on the previous change. */
  const [changed, setChanged] = useState<PushKind[]>()
  const write = useWrite(savePushChoices, {
    touches: ['push'],
    failed: 'Couldn’t save your choice',
    scope: { id: 'push choices' },
    optimistic: ({ body }) => [
      async () => {
        setChanged(body.kinds)
        return () => setChanged(undefined)
      },
    ],
  })
  const chosen = changed ?? saved
  const save = (kinds: PushKind[]) => write.mutate({ body: { kinds } })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold">Notify me when</legend>
      {kinds.map(({ kind, label, hint }) => (
        <Checkbox
          key={kind}
          label={label}
          hint={hint}
          checked={chosen.includes(kind)}
          onChange={event =>
            save(event.target.checked ? [...chosen, kind] : chosen.filter(other => other !== kind))
          }
        />
      ))}
      <p role="status" className="min-h-5 text-muted text-sm">
        {write.isPending ? 'Saving…' : write.isSuccess ? 'Saved' : ''}
      </p>
    </fieldset>
  )
}
