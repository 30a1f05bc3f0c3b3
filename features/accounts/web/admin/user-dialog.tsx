import { rankOf } from '#kit/rules/roles.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import type { Account } from '../../people-contract.ts'
import { mayChange } from '../../ranks.ts'
import { listAllTokens, removeAnyToken } from '../../tokens-contract.ts'
import { createUser, removeSignOnLink, resendUserVerification, updateUser } from '../../users-contract.ts'
import { TokenList } from '../profile/token-list.tsx'
import { useSignedIn } from '../viewer.ts'
import { UserFields } from './user-fields.tsx'
import {
  type CheckedUser,
  type UserFormChoices,
  userForm,
  userLabels,
  userText,
  userValues,
} from './user-form.ts'

/** Everything that shows people or depends on their departments. The edited user may be the viewer. */
export const userTopics = ['users', 'one user', 'viewer', 'restaurants']

interface UserDialogProps extends DialogProps {
  /** undefined: a new user. */
  user: Account | undefined
  places: UserFormChoices
}

export function UserDialog({ user, places, onClose }: UserDialogProps) {
  const viewer = useSignedIn()
  const { oidcLabel } = usePublicConfig()
  const title = user ? 'Edit User' : 'Add User'
  const form = useRowForm(user, base => ({
    draft: title,
    schema: userForm(places.domains, base),
    values: userValues(base),
  }))
  const { base } = form
  const create = useWrite(createUser, {
    touches: userTopics,
    form,
    done: 'User created successfully',
    failed: 'Failed to create user',
  })
  const update = useWrite(updateUser, {
    touches: userTopics,
    form,
    done: 'User updated successfully',
    failed: unlessConflict('Failed to update user'),
  })
  const merged = useMergedSave<Account, CheckedUser>({
    noun: 'user',
    labels: userLabels,
    valuesOf: version => version,
    textOf: (field, version) => userText(field, version, places.campuses),
  })

  const save = ({ role, password = '', ...values }: CheckedUser) =>
    base
      ? merged.save({ ...values, role, password: password || undefined }, base, (mine, onto) =>
          update.mutateAsync({
            ...idParams(base),
            body: { ...changedValues(mine, onto), expectedUpdatedAt: onto.updatedAt },
          }),
        )
      : // Only super-users may set a role; other administrators don't send one.
        create.mutateAsync({ body: { ...values, password, ...(viewer.isSuperUser && { role }) } })

  return (
    <>
      <FormDialog
        onClose={onClose}
        title={title}
        description={user && fullName(user)}
        form={form}
        onSubmit={save}
        submitLabel={user ? 'Save User' : 'Add User'}
      >
        {user && !user.isVerified && <VerificationNotice user={user} />}
        <UserFields form={form} user={user} places={places} />
        {user && rankOf(user) <= rankOf(viewer) && <UserTokens user={user} />}
        {user && oidcLabel && mayChange(viewer, user, 'email') && (
          <SignOnLink user={user} label={oidcLabel} />
        )}
      </FormDialog>
      {merged.question}
    </>
  )
}

/** Actions for a user who hasn't followed the link in the verification email. */
function VerificationNotice({ user }: { user: Account }) {
  const viewer = useSignedIn()
  const resend = useWrite(resendUserVerification, {
    touches: [],
    done: ({ message }) => ({ title: 'Verification email sent', description: message }),
    failed: 'Failed to send verification email',
  })
  const verify = useWrite(updateUser, {
    touches: userTopics,
    done: 'User marked as verified',
    failed: 'Failed to update user',
  })
  // A list filtered by unverified users no longer contains this one, so its row can't tell.
  if (verify.data?.isVerified) return null
  return (
    <Banner severity="warning" title="This email address isn’t verified" quiet>
      <p>Until it is, no one can sign in with it.</p>
      {mayChange(viewer, user, 'isVerified') && (
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" busy={resend.isPending} onClick={() => resend.mutate(idParams(user))}>
            Resend verification email
          </Button>
          <Button
            size="small"
            busy={verify.isPending}
            onClick={() => verify.mutate({ ...idParams(user), body: { isVerified: true } })}
          >
            Mark as verified
          </Button>
        </div>
      )}
    </Banner>
  )
}

/** The access tokens of a user, which an administrator can revoke. */
function UserTokens({ user }: { user: Account }) {
  const revoke = useWrite(removeAnyToken, {
    // The user may be the viewer.
    touches: ['all tokens', 'tokens'],
    done: 'Access token revoked',
    failed: 'Failed to revoke the access token',
  })
  return (
    <section aria-labelledby="user-tokens" className="border-line border-t pt-4">
      <h3 id="user-tokens" className="mb-2 text-base">
        Access tokens
      </h3>
      <Loaded
        queries={[read(listAllTokens, { query: { userId: String(user.id) } })]}
        label="Loading the access tokens"
        skeleton={<Skeleton className="h-6 w-48" />}
      >
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

/** Lets the owner in again whom the issuer has given a new account, or bars someone who was linked by mistake. */
function SignOnLink({ user, label }: { user: Account; label: string }) {
  const remove = useWrite(removeSignOnLink, {
    touches: [],
    done: ({ message }) => ({ title: 'Link removed', description: message }),
    failed: 'Failed to remove the link',
  })
  return (
    <section aria-labelledby="user-sign-on" className="border-line border-t pt-4">
      <h3 id="user-sign-on" className="mb-2 text-base">
        Single sign-on
      </h3>
      <p className="mb-3 text-muted">
        Remove the link if this account is linked to someone else with {label}. Its sessions end, and the next
        person with its verified address is linked.
      </p>
      <Button size="small" busy={remove.isPending} onClick={() => remove.mutate(idParams(user))}>
        Remove the link with {label}
      </Button>
    </section>
  )
}
