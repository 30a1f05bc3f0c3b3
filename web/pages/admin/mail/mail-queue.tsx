import { useQuery } from '@tanstack/react-query'
import { MailCheck, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { listMails, type WaitingMail } from '#contract/mails.ts'
import { read } from '#web/api/queries.ts'
import { useSticky } from '#web/lib/state.ts'
import { Count } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Table } from '#web/ui/table.tsx'
import { LiveText } from '#web/ui/visually-hidden.tsx'
import { MailCard, mailColumns, mailKindLabels } from './mail-rows.tsx'
import { useRemoveMail, useRetryMail, useRetryMails } from './use-mail-writes.ts'

/** More than these nobody reads; all of them are tried again together. */
const mostShown = 200

/** The mails that wait, followed while the section is open: they leave by themselves. */
export function MailQueue() {
  const { data, error, refetch, isFetching } = useQuery({
    ...read(listMails),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.length ? 5_000 : 30_000),
  })
  const retryAll = useRetryMails()
  const counted = data && `${data.length} ${data.length === 1 ? 'mail' : 'mails'} waiting`
  return (
    <section aria-labelledby="waiting-mails" className="flex flex-col gap-3">
      <div className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="waiting-mails" className="mr-auto flex items-center gap-3">
          Waiting mails
          {data && <Count value={data.length} unit={data.length === 1 ? 'mail' : 'mails'} />}
        </h2>
        {data && data.length > 0 && (
          <Button
            icon={<RotateCw aria-hidden="true" />}
            busy={retryAll.isPending}
            onClick={() => retryAll.mutate({})}
          >
            Try all again now
          </Button>
        )}
      </div>
      <LiveText>{counted ?? ''}</LiveText>
      {data ? (
        <Mails mails={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <div role="status">
          <span className="sr-only">Loading the waiting mails</span>
          <Skeleton className="h-48 !rounded-md" />
        </div>
      )}
    </section>
  )
}

function Mails({ mails }: { mails: readonly WaitingMail[] }) {
  const retry = useRetryMail()
  const [doomed, setDoomed] = useState<WaitingMail>()
  const shown = useSticky(doomed)
  const removal = useRemoveMail(() => setDoomed(undefined))
  const acts = {
    retry: ({ id }: WaitingMail) => retry.mutate({ params: { id: String(id) } }),
    remove: setDoomed,
  }
  return (
    <>
      {mails.length === 0 ? (
        <EmptyState
          title="Nothing is waiting"
          illustration={<MailCheck aria-hidden="true" className="size-14 text-olive-ink" strokeWidth={1.3} />}
          level={3}
        >
          Every mail has been sent. What can’t be sent at once waits here and is tried again for three days.
        </EmptyState>
      ) : (
        <Table
          caption="Waiting mails"
          columns={mailColumns(acts)}
          rows={mails.slice(0, mostShown)}
          rowKey={({ id }) => id}
          rowHeader="to"
          card={mail => <MailCard mail={mail} acts={acts} />}
        />
      )}
      {mails.length > mostShown && (
        <p className="text-muted">
          And {(mails.length - mostShown).toLocaleString('en-US')} more, which are younger.
        </p>
      )}
      {shown && (
        <ConfirmDialog
          open={doomed !== undefined}
          onOpenChange={() => setDoomed(undefined)}
          title={`Remove the mail to ${shown.to}?`}
          confirmLabel="Remove mail"
          danger
          busy={removal.isPending}
          onConfirm={() => removal.mutate({ params: { id: String(shown.id) } })}
        >
          {mailKindLabels[shown.kind]}: it is never sent, and this can’t be undone. Links can be asked for
          again on the sign-in page.
        </ConfirmDialog>
      )}
    </>
  )
}
