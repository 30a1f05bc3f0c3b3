import type { Installation } from '#contract/configuration.ts'
import { counted } from '#web/lib/counted.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
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
      actions={<StatusBadge isOn={isOn} words={['On', 'Off']} />}
    >
      <Facts>
        <Fact term="In use">{counted(devices, 'device')}</Fact>
        {extraHosts.length > 0 && <Fact term="Other hosts">{extraHosts.join(', ')}</Fact>}
      </Facts>
    </Panel>
  )
}
