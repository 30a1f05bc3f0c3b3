import type { ReactNode } from 'react'
import { useWrite } from '#kit/web/api/use-write.ts'
import { ConnectionTest } from '#kit/web/section/connection-test.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { type Integration, testService } from '../contract.ts'

interface ConfigPanelProps {
  title: string
  lead?: string
  /** Whether it is set up. */
  status?: ReactNode
  /** Its facts. */
  children: ReactNode
  below?: ReactNode
}

/** What is known about one part of the installation. */
export function ConfigPanel({ title, lead, status, children, below }: ConfigPanelProps) {
  return (
    <Panel title={title} lead={lead} actions={status}>
      <dl className="flex flex-col gap-3">{children}</dl>
      {below && <div className="mt-5">{below}</div>}
    </Panel>
  )
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
      <dt className="wrap-anywhere min-w-0 text-muted">{term}</dt>
      <dd className="wrap-anywhere min-w-0 font-medium">{children}</dd>
    </div>
  )
}

/** A line for the environment file, easy to copy as a whole. */
export function Line({ children }: { children: string }) {
  return <code className="inline-block select-all rounded-sm bg-sunken px-2 py-0.5 text-sm">{children}</code>
}

/** More about a fact, below it. */
export function Hint({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-muted text-sm [code+&]:mt-1">{children}</span>
}

interface ServiceTestProps {
  service: Integration
  label: string
  disabled?: boolean
}

/** Tests a service with a real request and shows the result beside the button. */
export function ServiceTest({ service, label, disabled }: ServiceTestProps) {
  const test = useWrite(testService, { touches: [] })
  return (
    <ConnectionTest
      label={label}
      test={test}
      disabled={disabled}
      onTest={() => test.mutate({ params: { service } })}
    />
  )
}
