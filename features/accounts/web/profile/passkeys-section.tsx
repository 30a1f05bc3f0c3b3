import { browserSupportsWebAuthn } from '@simplewebauthn/browser'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { listPasskeys, maxPasskeys, type Passkey } from '../../passkeys-contract.ts'
import { ProofDialog, RemoveDialog, RenameDialog } from '../passkey-dialogs.tsx'
import { tellPasskeys, tellUser } from '../passkey-signals.ts'
import { useAddPasskey } from '../use-add-passkey.ts'
import { useSignedIn } from '../viewer.ts'
import { ItemRow, useDayOf } from './item-row.tsx'

/** The viewer's passkeys with names and last use, and a button to add one. */
export function PasskeysSection() {
  const { data, isFetchedAfterMount } = useQuery(read(listPasskeys))
  // Not a list that an earlier visit stored: it may lack a passkey that was added since.
  useSignals(isFetchedAfterMount ? data : undefined)
  return (
    <Panel
      roomy
      title="Passkeys"
      lead="Sign in with your fingerprint, your face or your screen lock instead of a password."
    >
      <Loaded
        queries={[read(listPasskeys)]}
        label="Loading your passkeys"
        skeleton={<Skeleton shape="card" className="h-22" />}
      >
        {data => <Passkeys passkeys={data} />}
      </Loaded>
    </Panel>
  )
}

/** Tells the browser which passkeys there are, also once the last is removed, and how their user is called. */
function useSignals(passkeys: readonly Passkey[] | undefined): void {
  const viewer = useSignedIn()
  const [userHandle, setUserHandle] = useState<string>()
  const known = passkeys?.[0]?.userHandle ?? userHandle
  if (known !== userHandle) setUserHandle(known)
  useEffect(() => {
    if (known && passkeys) tellPasskeys(known, passkeys)
  }, [known, passkeys])
  useEffect(() => {
    if (known) tellUser(known, viewer)
  }, [known, viewer])
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const [renamed, setRenamed] = useState<Passkey>()
  const [removed, setRemoved] = useState<Passkey>()
  return (
    <div className="flex flex-col gap-5">
      {passkeys.length === 0 ? (
        <p className="text-muted">You have no passkeys yet.</p>
      ) : (
        <ul role="list" className="-my-2 divide-y divide-line">
          {passkeys.map(passkey => (
            <PasskeyRow
              key={passkey.id}
              passkey={passkey}
              onRename={() => setRenamed(passkey)}
              onRemove={() => setRemoved(passkey)}
            />
          ))}
        </ul>
      )}
      <AddPasskey count={passkeys.length} />
      {renamed && <RenameDialog passkey={renamed} onClose={() => setRenamed(undefined)} />}
      {removed && <RemoveDialog passkey={removed} onClose={() => setRemoved(undefined)} />}
    </div>
  )
}

interface PasskeyRowProps {
  passkey: Passkey
  onRename: () => void
  onRemove: () => void
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, onRename, onRemove }: PasskeyRowProps) {
  const dayOf = useDayOf()
  return (
    <ItemRow
      icon={<KeyRound className="size-5 shrink-0 text-muted max-sm:hidden" />}
      name={name}
      details={[lastUsedAt ? `Last used ${dayOf(lastUsedAt)}` : `Added ${dayOf(createdAt)}, not used yet`]}
    >
      <div className="flex shrink-0 max-sm:-mr-2">
        <IconButton label={`Rename ${name}`} onClick={onRename}>
          <Pencil />
        </IconButton>
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <Trash2 />
        </IconButton>
      </div>
    </ItemRow>
  )
}

function AddPasskey({ count }: { count: number }) {
  const adding = useAddPasskey()
  if (!window.isSecureContext) {
    return <p className="text-muted">Passkeys can only be added over a secure connection (https).</p>
  }
  if (!browserSupportsWebAuthn()) {
    return <p className="text-muted">This browser doesn’t support passkeys.</p>
  }
  if (count >= maxPasskeys) {
    return <p className="text-muted">You can have up to {maxPasskeys} passkeys. Remove one to add another.</p>
  }
  return (
    <div>
      <Button
        icon={<Plus />}
        busy={adding.isPending && !adding.asksProof}
        onClick={() => adding.add({})}
        className="max-sm:w-full"
      >
        Add a passkey
      </Button>
      {adding.asksProof && <ProofDialog adding={adding} hasPasskeys={count > 0} />}
    </div>
  )
}
