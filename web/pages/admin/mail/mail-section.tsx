import { useQuery } from '@tanstack/react-query'
import { getMailSetup } from '#contract/mails.ts'
import { read } from '#web/api/queries.ts'
import { useWaitTimedOut } from '#web/lib/state.ts'
import { ListSkeleton } from '#web/shared/admin/list-skeleton.tsx'
import { SectionHeading } from '#web/shared/admin/section-heading.tsx'
import { MailQueue, useMailQueue } from './mail-queue.tsx'
import { MailSetupPanel } from './mail-setup-panel.tsx'
import { TestEmailPanel } from './test-email-panel.tsx'

export function MailSection() {
  // The queue waits for the panels above it, so that nothing shifts.
  const { isPending } = useQuery(read(getMailSetup))
  const queue = useMailQueue()
  const hasTimedOut = useWaitTimedOut()
  return (
    <div className="flex max-w-6xl flex-col gap-5">
      <SectionHeading title="Email Verification" />
      {isPending && !hasTimedOut ? (
        <ListSkeleton label="Loading" cards={false} />
      ) : (
        <>
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <MailSetupPanel />
            <TestEmailPanel />
          </div>
          <MailQueue query={queue} />
        </>
      )}
    </div>
  )
}
