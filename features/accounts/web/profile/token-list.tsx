import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#kit/rules/time/clock.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'
import type { AccessToken } from '../../tokens-contract.ts'
import { ItemRow, useDayOf } from './item-row.tsx'

interface TokenListProps {
  tokens: readonly AccessToken[]
  isRevoking: boolean
  /** Ends the token, then calls `done`. */
  onRevoke: (token: AccessToken, done: () => void) => void
}

/** Access tokens with their rights, expiry and last use; each can be revoked after a question. */
export function TokenList({ tokens, isRevoking, onRevoke }: TokenListProps) {
  const [asked, setAsked] = useState<AccessToken>()
  const close = () => setAsked(undefined)
  return (
    <>
      <ul role="list" className="-my-2 divide-y divide-line">
        {tokens.map(token => (
          <TokenRow key={token.id} token={token} onRevoke={() => setAsked(token)} />
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          onClose={close}
          title={`Revoke the access token “${asked.name}”?`}
          confirmLabel="Revoke token"
          danger
          busy={isRevoking}
          onConfirm={() => onRevoke(asked, close)}
        >
          Programs that use it stop working immediately. This can’t be undone.
        </ConfirmDialog>
      )}
    </>
  )
}

function TokenRow({ token, onRevoke }: { token: AccessToken; onRevoke: () => void }) {
  const { name, readOnly, createdAt, expiresAt, lastUsedAt } = token
  const dayOf = useDayOf()
  const now = useServerMinute()
  // A token expires at the end of a day in UTC; elsewhere, that moment may have another date.
  const expiry = formatDate(new Date(expiresAt), 'UTC')
  const rights = readOnly ? 'Read-only' : 'Same rights as the account'
  return (
    <ItemRow
      name={name}
      details={[
        `${rights} · ${new Date(expiresAt) > now ? 'expires' : 'expired'} ${expiry}`,
        lastUsedAt ? `Last used ${dayOf(lastUsedAt)}` : `Created ${dayOf(createdAt)}, not used yet`,
      ]}
    >
      <IconButton label={`Revoke ${name}`} onClick={onRevoke}>
        <Trash2 />
      </IconButton>
    </ItemRow>
  )
}
