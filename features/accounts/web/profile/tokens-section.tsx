import { Plus } from 'lucide-react'
import { useState } from 'react'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { CopyBox } from '#kit/web/ui/copy-box.tsx'
import {
  type AccessToken,
  listTokens,
  maxTokens,
  type NewAccessToken,
  removeToken,
} from '../../tokens-contract.ts'
import { TokenDialog } from './token-dialog.tsx'
import { TokenList } from './token-list.tsx'

/** The viewer's access tokens, and a button to create one. */
export function TokensSection() {
  const { appName } = usePublicConfig()
  return (
    <Panel
      roomy
      title="Access tokens"
      lead={
        <>
          Let a script or another program use {appName} in your name.{' '}
          <a href="/api/docs" className="text-terracotta-ink underline underline-offset-4">
            What programs can do
          </a>
        </>
      }
    >
      <Loaded
        queries={[read(listTokens)]}
        label="Loading your access tokens"
        skeleton={<Skeleton shape="card" className="h-22" />}
      >
        {data => <Tokens tokens={data} />}
      </Loaded>
    </Panel>
  )
}

function Tokens({ tokens }: { tokens: AccessToken[] }) {
  /** Returned once, when it is made: known only until the user leaves this page. */
  const [created, setCreated] = useState<NewAccessToken>()
  const [isCreating, setCreating] = useState(false)
  const revoke = useWrite(removeToken, {
    touches: ['tokens'],
    done: 'Access token revoked',
    failed: 'Failed to revoke the access token',
  })
  return (
    <div className="flex flex-col gap-5">
      {created && <CreatedToken key={created.id} created={created} />}
      {tokens.length === 0 ? (
        <p className="text-muted">You have no access tokens.</p>
      ) : (
        <TokenList
          tokens={tokens}
          isRevoking={revoke.isPending}
          onRevoke={(token, done) =>
            revoke.mutate(
              { params: { id: String(token.id) } },
              {
                onSuccess: () => {
                  if (token.id === created?.id) setCreated(undefined)
                  done()
                },
              },
            )
          }
        />
      )}
      {tokens.length >= maxTokens ? (
        <p className="text-muted">
          You can have up to {maxTokens} access tokens. Revoke one to create another.
        </p>
      ) : (
        <div>
          <Button icon={<Plus />} onClick={() => setCreating(true)} className="max-sm:w-full">
            Create an access token
          </Button>
        </div>
      )}
      {isCreating && <TokenDialog onClose={() => setCreating(false)} onCreated={setCreated} />}
    </div>
  )
}

function CreatedToken({ created: { name, token } }: { created: NewAccessToken }) {
  const { appName } = usePublicConfig()
  return (
    <div className="flex flex-col gap-3">
      <p className="wrap-anywhere">
        <strong>Copy the token “{name}” now: it’s shown only once.</strong> Anyone who has it can use{' '}
        {appName} as you, so keep it as safe as a password.
      </p>
      <CopyBox noun="token" text={token} />
    </div>
  )
}
