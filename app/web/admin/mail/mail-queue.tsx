import { queryOptions } from '@tanstack/react-query'
import { MailCheck, RotateCw, Trash2 } from 'lucide-react'
import { listMails, removeMail, retryMail, retryMails, type WaitingMail } from '#features/mail/contract.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Counted, TwoLines } from '#kit/web/list/cells.tsx'
import { idParams, useDeleteDialog } from '#kit/web/list/row-actions.tsx'
import { Table } from '#kit/web/list/table.tsx'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Badge, Count } from '#kit/web/ui/badge.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'

const retrying = {
  touches: ['mails'],
  done: ({ count }: { count: number }) => ({
    title: counted(count, 'mail is being retried', 'mails are being retried'),
    description: 'Mails that can’t be sent return to this list with the reason.',
    variant: 'info' as const,
  }),
  failed: 'Failed to try again',
}

/** Enough to read. Retrying applies to all waiting emails, including those not shown. */
const maxShown = 200

/** The waiting emails; polled, since they are sent in the background. */
export const waitingMails = queryOptions({
  ...read(listMails),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.length ? 5_000 : 30_000),
})

export function MailQueue({ mails }: { mails: readonly WaitingMail[] }) {
  const retryAll = useWrite(retryMails, retrying)
  const waiting = mails.filter(({ givenUpAt }) => givenUpAt === null)
  const givenUp = mails.filter(({ givenUpAt }) => givenUpAt !== null)
  return (
    <section aria-labelledby="waiting-mails" className="flex flex-col gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="waiting-mails" className="mr-auto flex items-center gap-3">
          Waiting mails
          <Count value={waiting.length} unit={waiting.length === 1 ? 'mail' : 'mails'} />
        </h2>
        {waiting.length > 0 && (
          <Button icon={<RotateCw />} busy={retryAll.isPending} onClick={() => retryAll.mutate({})}>
            Try all again now
          </Button>
        )}
      </div>
      <LiveText>{`${counted(waiting.length, 'mail')} waiting`}</LiveText>
      <Mails mails={waiting} />
      {givenUp.length > 0 && (
        <>
          <h2 className="mt-4 flex items-center gap-3">
            Mails given up
            <Count value={givenUp.length} unit={givenUp.length === 1 ? 'mail' : 'mails'} />
          </h2>
          <p className="text-muted">
            They were not sent, and are not retried automatically. Each is removed after thirty days.
          </p>
          <Mails mails={givenUp} caption="Mails given up" />
        </>
      )}
    </section>
  )
}

const mailKindLabels: Record<WaitingMail['kind'], string> = {
  verification: 'Verification link',
  'password-reset': 'Password reset',
  'password-changed': 'Password changed',
  'address-changed': 'Address changed',
  'account-deleted': 'Account deleted',
  'passkey-added': 'Passkey added',
  'passkey-renamed': 'Passkey renamed',
  'passkey-removed': 'Passkey removed',
  'token-created': 'Access token created',
  'suggestion-reply': 'Reply',
  'lunch-reminder': 'Reminder',
  'lunch-host': 'New host of a lunch',
}

function Mails({ mails, caption = 'Waiting mails' }: { mails: readonly WaitingMail[]; caption?: string }) {
  const retry = useWrite(retryMail, retrying)
  const removal = useWrite(removeMail, {
    touches: ['mails'],
    done: 'Mail removed',
    failed: 'Failed to remove mail',
  })
  const deletion = useDeleteDialog<WaitingMail>({
    question: ({ to, kind }) => ({
      title: `Remove the mail to ${to}?`,
      text: `${mailKindLabels[kind]}: it will never be sent, and this can’t be undone. New links can be requested on the sign-in page.`,
      confirmLabel: 'Remove mail',
    }),
    run: mail => removal.mutateAsync(idParams(mail)),
  })
  const actions = (mail: WaitingMail) => (
    <>
      <IconButton
        label={`Try again now: ${mail.to}`}
        disabled={mail.isBeingSent}
        onClick={() => retry.mutate(idParams(mail))}
      >
        <RotateCw />
      </IconButton>
      <IconButton
        label={`Remove the mail to ${mail.to}`}
        disabled={mail.isBeingSent}
        onClick={() => deletion.ask(mail)}
      >
        <Trash2 />
      </IconButton>
    </>
  )
  const next = caption === 'Waiting mails' ? 'Next attempt' : 'Given up'
  return (
    <>
      {mails.length === 0 ? (
        <EmptyState
          title="Nothing is waiting"
          illustration={<MailCheck className="mb-5 size-14 text-olive-ink" strokeWidth={1.3} />}
          level={3}
        >
          Mails that can’t be sent wait here and are retried for three days.
        </EmptyState>
      ) : (
        <Table
          caption={caption}
          columns={[
            {
              key: 'to',
              header: 'To',
              cell: ({ to, kind }) => <TwoLines first={to} second={mailKindLabels[kind]} />,
            },
            {
              key: 'attempts',
              header: 'Attempts',
              align: 'right',
              cell: ({ attempts }) => <Counted count={attempts} noun="attempt" />,
              card: 'beside',
            },
            {
              key: 'error',
              header: 'Last error',
              cell: ({ lastError }) => (
                <span className="wrap-anywhere line-clamp-3 text-sm">{lastError ?? '–'}</span>
              ),
            },
            {
              key: 'next',
              header: next,
              label: next,
              cell: mail => <NextAttempt mail={mail} />,
            },
          ]}
          rows={mails.slice(0, maxShown)}
          rowKey={({ id }) => id}
          actions={actions}
        />
      )}
      {mails.length > maxShown && (
        <p className="text-muted">And {counted(mails.length - maxShown, 'newer one')}.</p>
      )}
      {deletion.dialog}
    </>
  )
}

function NextAttempt({ mail: { isBeingSent, nextAttemptAt, givenUpAt } }: { mail: WaitingMail }) {
  return isBeingSent ? <Badge tone="sky">Being sent</Badge> : <Timestamp at={givenUpAt ?? nextAttemptAt} />
}
