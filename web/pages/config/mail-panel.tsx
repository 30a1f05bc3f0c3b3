import type { Installation } from '#contract/configuration.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Fact, Facts, Line } from './facts.tsx'
import { ServiceTest } from './service-test.tsx'

/** How this installation sends email. */
export function MailPanel({ mail }: { mail: Installation['mail'] }) {
  const { way, from, folder, host, port, signsIn } = mail
  const isSet = way === 'smtp'
  return (
    <Panel
      title="Mail"
      lead="Sends verification links and notices. Without a mail server, each mail is only written to a file."
      actions={<StatusBadge isOn={isSet} />}
    >
      <Facts>
        {isSet ? (
          <Fact term="Mail server">
            {host}, port {port}
            {signsIn ? ', with user name and password' : ', without sign-in'}
          </Fact>
        ) : (
          <Fact term="Outbox">{folder}</Fact>
        )}
        <Fact term="Sender">{from}</Fact>
        {!isSet && (
          <Fact term="How to set it">
            <Line>SMTP_URL=smtp://user:password@mail.example.org:587</Line>
          </Fact>
        )}
      </Facts>
      <ServiceTest service="mail" label={isSet ? 'Try the mail server' : 'Try the outbox'} />
    </Panel>
  )
}
