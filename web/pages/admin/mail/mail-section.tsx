import { SectionHeading } from '#web/kit/section-heading.tsx'
import { MailQueue } from './mail-queue.tsx'
import { MailSetupPanel } from './mail-setup-panel.tsx'
import { TestEmailPanel } from './test-email-panel.tsx'

export function MailSection() {
  return (
    <div className="flex max-w-6xl flex-col gap-5">
      <SectionHeading title="Email Verification" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <MailSetupPanel />
        <TestEmailPanel />
      </div>
      <MailQueue />
    </div>
  )
}
