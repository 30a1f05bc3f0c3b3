import { clsx } from 'clsx'
import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import { Count } from './badge.tsx'

interface Tab<Value extends string> {
  value: Value
  label: string
  /** null: not known yet, but its space is reserved. */
  count?: number | null
  /** In smaller letters after the label: what it lacks. */
  note?: string
  /** Mounted only while its tab is selected. */
  content: ReactNode
}

interface TabsProps<Value extends string> {
  label: string
  tabs: readonly Tab<Value>[]
  value: Value
  onChange: (value: Value) => void
}

export function Tabs<Value extends string>({ label, tabs, value, onChange }: TabsProps<Value>) {
  const row = useRef<HTMLDivElement>(null)
  // A link can lead to a tab that is out of view on a narrow screen.
  useEffect(() => {
    const chosen = row.current?.querySelector(`[data-value="${CSS.escape(value)}"]`)
    if (!row.current || !(chosen instanceof HTMLElement)) return
    const left = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
    row.current.scrollTo({ left })
  }, [value])
  return (
    <Radix.Root value={value} onValueChange={next => onChange(next as Value)}>
      <Radix.List
        ref={row}
        aria-label={label}
        className="scroll-row relative flex gap-1 overflow-x-auto border-line border-b max-sm:mask-r-from-[calc(100%-2rem)] max-sm:pr-8"
      >
        {tabs.map(tab => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            data-value={tab.value}
            // Radix focuses it by script, for which browsers draw a ring also after a press.
            onPointerDown={({ currentTarget }) => {
              currentTarget.dataset.pressed = ''
            }}
            onBlur={({ currentTarget }) => {
              delete currentTarget.dataset.pressed
            }}
            onFocus={event => event.currentTarget.scrollIntoView({ block: 'nearest', inline: 'nearest' })}
            className="-mb-px inline-flex min-h-12 shrink-0 items-center justify-center gap-x-2 whitespace-nowrap rounded-t-sm border-transparent border-b-3 px-3 py-1.5 font-semibold text-[0.9375rem] text-muted transition-colors sm:text-base -outline-offset-3 hover:text-ink focus-visible:-outline-offset-3 data-pressed:outline-none data-[state=active]:border-terracotta data-[state=active]:text-terracotta-ink sm:px-4"
          >
            {tab.label}
            {tab.note && <span className="font-normal text-sm">{tab.note}</span>}
            {tab.count !== undefined && (
              <span className={clsx('contents', tab.count === null && 'invisible')}>
                <Count value={tab.count ?? 0} />
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(tab => (
        <Radix.Content key={tab.value} value={tab.value} className="rounded-sm pt-5">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
