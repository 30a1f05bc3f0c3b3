import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { getMailSetup, type MailSetup } from '#features/mail/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'

/** How this installation sends email. */
export function MailSetupPanel() {
  const query = useQuery(read(getMailSetup))
  return (
    <Panel title="How mails are sent">
      <Loaded query={query} label="Loading how mails are sent" skeleton={<SkeletonText lines={5} />}>
        {setup => <Setup setup={setup} />}
      </Loaded>
    </Panel>
  )
}

function Setup({ setup }: { setup: MailSetup }) {
  const { way, from, folder, host, port, security, signsIn } = setup
  if (way === 'outbox') {
    return (
      <>
        <Banner quiet severity="warning" title="No mail server is set up">
          Each mail is only written to a file. Set SMTP_URL and MAIL_FROM where the server is started.
        </Banner>
        <dl className="mt-4 flex flex-col gap-3">
          <Fact term="Folder">
            <code>{folder}</code>
          </Fact>
          <Fact term="Sender">{from}</Fact>
        </dl>
      </>
    )
  }
  return (
    <dl className="flex flex-col gap-3">
      <Fact term="Mail server">
        {host}, port {port}
      </Fact>
      <Fact term="Encryption">{security && encryption[security]}</Fact>
      <Fact term="Sign-in">{signsIn ? 'With user name and password' : 'None'}</Fact>
      <Fact term="Sender">{from}</Fact>
    </dl>
  )
}

const encryption: Record<NonNullable<MailSetup['security']>, string> = {
  tls: 'From the start (TLS)',
  'starttls-required': 'Always (STARTTLS)',
  'starttls-offered': 'When the server offers it (STARTTLS)',
  none: 'None',
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_1fr]">
      <dt className="text-muted">{term}</dt>
      <dd className="wrap-anywhere min-w-0 font-medium">{children}</dd>
    </div>
  )
}
