import { useQuery } from '@tanstack/react-query'
import { getMailSetup, type MailSetup } from '#features/mail/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { SkeletonText } from '#kit/web/loading/skeleton.tsx'
import { Facts } from '#kit/web/section/facts.tsx'
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
  const hasServer = way === 'smtp'
  return (
    <div className="flex flex-col gap-4">
      {!hasServer && (
        <Banner quiet severity="warning" title="No mail server is set up">
          Each mail is only written to a file. Set SMTP_URL and MAIL_FROM where the server is started.
        </Banner>
      )}
      <Facts
        items={{
          Folder: !hasServer && <code>{folder}</code>,
          'Mail server': hasServer && `${host}, port ${port}`,
          Encryption: hasServer && security && encryption[security],
          'Sign-in': hasServer && (signsIn ? 'With user name and password' : 'None'),
          Sender: from,
        }}
      />
    </div>
  )
}

const encryption: Record<NonNullable<MailSetup['security']>, string> = {
  tls: 'From the start (TLS)',
  'starttls-required': 'Always (STARTTLS)',
  'starttls-offered': 'When the server offers it (STARTTLS)',
  none: 'None',
}
