import type { Installation } from '#contract/configuration.ts'
import { chatNames } from '#contract/webhooks.ts'
import { counted } from '#web/lib/counted.ts'
import { Link } from '#web/lib/router/link.tsx'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Timestamp } from '#web/shared/timestamp.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Fact, Facts, Hint } from './facts.tsx'

/** Which campuses post their lunches to a chat, and whether that works. */
export function ChatPanel({ chat: { campuses, extraHosts } }: { chat: Installation['chat'] }) {
  const isFailing = campuses.some(campus => campus.lastFailure)
  return (
    <Panel
      title="Chat"
      lead="Campuses can post their lunches to Slack, Microsoft Teams or Discord. Set and test each campus’s webhook in its form."
      actions={isFailing ? <Badge tone="brick">Failing</Badge> : <StatusBadge isOn={campuses.length > 0} />}
    >
      <Facts>
        {campuses.map(campus => (
          <Fact key={campus.name} term={campus.name}>
            {chatNames[campus.kind]} at {campus.host}
            <DeliveryState {...campus} />
          </Fact>
        ))}
        {extraHosts.length > 0 && <Fact term="Other hosts">{extraHosts.join(', ')}</Fact>}
      </Facts>
      <Link to="/admin" search={{ section: 'campuses' }} className={buttonClass({ className: 'mt-5' })}>
        Open Campuses
      </Link>
    </Panel>
  )
}

function DeliveryState({ lastFailure, lastPostedAt, waiting }: Installation['chat']['campuses'][number]) {
  return (
    <Hint>
      {lastFailure ? (
        <span className="text-brick-ink">
          {lastFailure.message} · <Timestamp at={lastFailure.at} />
        </span>
      ) : lastPostedAt ? (
        <>
          Last post: <Timestamp at={lastPostedAt} />
        </>
      ) : (
        'Nothing was posted yet'
      )}
      {waiting > 0 && ` · ${counted(waiting, 'line')} waiting`}
    </Hint>
  )
}
