import { getMailSetup } from '#features/mail/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { MailQueue, waitingMails } from './mail-queue.tsx'
import { MailSetupPanel } from './mail-setup-panel.tsx'
import { TestEmailPanel } from './test-email-panel.tsx'

export function MailSection() {
  return (
    <PlainSection
      title="Email Verification"
      queries={[read(getMailSetup), waitingMails]}
      label="Loading the waiting mails"
    >
      {(setup, mails) => (
        <>
          <div className="grid items-start gap-5 lg:grid-cols-2">
            <MailSetupPanel setup={setup} />
            <TestEmailPanel />
          </div>
          <MailQueue mails={mails} />
        </>
      )}
    </PlainSection>
  )
}
