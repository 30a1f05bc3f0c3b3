import { useQuery } from '@tanstack/react-query'
import { getMailSetup } from '#features/mail/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { MailQueue, useMailQueue } from './mail-queue.tsx'
import { MailSetupPanel } from './mail-setup-panel.tsx'
import { TestEmailPanel } from './test-email-panel.tsx'

export function MailSection() {
  // The queue waits for the panels above it, so that nothing shifts.
  const { isPending } = useQuery(read(getMailSetup))
  const queue = useMailQueue()
  return (
    <PlainSection title="Email Verification" isWaiting={isPending}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <MailSetupPanel />
        <TestEmailPanel />
      </div>
      <MailQueue query={queue} />
    </PlainSection>
  )
}
