import type { Integration } from '#contract/configuration.ts'
import { StatusBadge } from '#web/shared/admin/status-badge.tsx'
import { Panel } from '#web/shared/panel.tsx'
import { Fact, Facts, Hint, Line } from './facts.tsx'
import { ServiceTest } from './service-test.tsx'

interface ServicePanelProps {
  service: Integration
  title: string
  purpose: string
  keyName: string
  /** null: the key isn't set. */
  keyLength: number | null
  address: string
  /** The line for the environment file that sets the key. */
  line: string
  source: string
}

/** One external service: whether its key is set, how to set it, and whether it works. */
export function ServicePanel(props: ServicePanelProps) {
  const { service, title, purpose, keyName, keyLength, address, line, source } = props
  const isSet = keyLength !== null
  return (
    <Panel title={title} lead={purpose} actions={<StatusBadge isOn={isSet} />}>
      <Facts>
        <Fact term={keyName}>{isSet ? `Set, ${keyLength} characters` : 'Not set'}</Fact>
        <Fact term="Address">{address}</Fact>
        {!isSet && (
          <Fact term="How to set it">
            <Line>{line}</Line>
            <Hint>{source}</Hint>
          </Fact>
        )}
      </Facts>
      <ServiceTest service={service} label={`Try ${title}`} disabled={!isSet} />
    </Panel>
  )
}
