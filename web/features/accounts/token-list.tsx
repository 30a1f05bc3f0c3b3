import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { AccessToken } from '#contract/tokens.ts'
import { formatDate } from '#domain/clock.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { useServerMinute } from '#web/lib/server-now.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

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
      <ul className="-my-2 divide-y divide-line">
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
  const { timeZone } = usePublicConfig()
  const now = useServerMinute()
  const day = (time: string) => formatDate(new Date(time), timeZone)
  // A token expires at the end of a day in UTC; elsewhere, that moment may have another date.
  const expiry = formatDate(new Date(expiresAt), 'UTC')
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{name}</p>
        <p className="text-muted text-sm">
          {readOnly ? 'Read-only' : 'Same rights as the account'} ·{' '}
          {new Date(expiresAt) > now ? 'expires' : 'expired'} {expiry}
        </p>
        <p className="text-muted text-sm">
          {lastUsedAt ? `Last used ${day(lastUsedAt)}` : `Created ${day(createdAt)}, not used yet`}
        </p>
      </div>
      <IconButton label={`Revoke ${name}`} onClick={onRevoke}>
        <Trash2 />
      </IconButton>
    </li>
  )
}
