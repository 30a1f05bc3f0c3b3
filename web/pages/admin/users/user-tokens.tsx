import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/people.ts'
import { listAllTokens, listTokens, removeAnyToken } from '#contract/tokens.ts'
import { read } from '#web/api/queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { TokenList } from '#web/features/accounts/token-list.tsx'
import { idParams } from '#web/shared/admin/row-actions.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** The access tokens of a user, which an administrator can revoke. */
export function UserTokens({ user }: { user: Account }) {
  const tokens = useQuery(read(listAllTokens, { query: { userId: String(user.id) } }))
  const revoke = useWrite(removeAnyToken, {
    // The user may be the viewer.
    stale: [listAllTokens, listTokens],
    done: 'Access token revoked',
    failed: 'Failed to revoke the access token',
  })
  return (
    <section aria-labelledby="user-tokens" className="border-line border-t pt-4">
      <h3 id="user-tokens" className="mb-2 text-base">
        Access tokens
      </h3>
      <Loaded query={tokens} label="Loading the access tokens" skeleton={<Skeleton className="h-6 w-48" />}>
        {list =>
          list.length === 0 ? (
            <p className="text-muted">None: no program can use this account.</p>
          ) : (
            <TokenList
              tokens={list}
              isRevoking={revoke.isPending}
              onRevoke={(token, done) => revoke.mutate(idParams(token), { onSuccess: done })}
            />
          )
        }
      </Loaded>
    </section>
  )
}
