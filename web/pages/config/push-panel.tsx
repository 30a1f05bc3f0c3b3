import type { Installation } from '#contract/configuration.ts'
import { counted } from '#web/lib/counted.ts'
import { Panel } from '#web/shared/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Fact, Facts } from './facts.tsx'

/** Whether people can be notified of lunches, and how many browsers are. */
export function PushPanel({ push: { isOn, extraHosts, devices } }: { push: Installation['push'] }) {
  return (
    <Panel
      title="Notifications"
      lead={
        isOn
          ? 'People switch notifications on in their profile. They need no setup.'
          : 'PUSH is off, so nobody is notified of lunches.'
      }
      actions={<Badge tone={isOn ? 'olive' : 'saffron'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <Facts>
        <Fact term="In use">{counted(devices, 'device')}</Fact>
        {extraHosts.length > 0 && <Fact term="Other hosts">{extraHosts.join(', ')}</Fact>}
      </Facts>
    </Panel>
  )
}
