import type { MailSetup } from '#features/mail/contract.ts'
import { Facts } from '#kit/web/section/facts.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'

/** How this installation sends email. */
export function MailSetupPanel({ setup }: { setup: MailSetup }) {
  const { way, from, folder, host, port, security, signsIn } = setup
  const hasServer = way === 'smtp'
  return (
    <Panel title="How mails are sent">
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
    </Panel>
  )
}

const encryption: Record<NonNullable<MailSetup['security']>, string> = {
  tls: 'From the start (TLS)',
  'starttls-required': 'Always (STARTTLS)',
  'starttls-offered': 'When the server offers it (STARTTLS)',
  none: 'None',
}
