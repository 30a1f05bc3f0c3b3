import { useState } from 'react'
import { type AuditLog, auditActions } from '#contract/audit-logs.ts'
import { compareNames } from '#domain/compare-names.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { fullName } from '#web/features/account/names.ts'
import { UserPicker } from '#web/kit/pickers.tsx'
import { parseId, useSearchParams } from '#web/lib/search-params.ts'
import type { Choice } from '#web/ui/combobox.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'
import { dayBegins, dayEnds, dayOf } from './business-days.ts'
import { actionLabel } from './read-details.ts'

/** The names of the query parameters that these filters set. */
export const auditFilters = ['userId', 'action', 'from', 'to'] as const

/** Narrows the log to one person, one action, some days, or all of these, as the address says. */
export function AuditFilters({ rows }: { rows: readonly AuditLog[] }) {
  return (
    <>
      <PersonFilter rows={rows} />
      <ActionFilter />
      <div className="flex flex-wrap gap-3 max-sm:w-full">
        <DayFilter name="from" label="From" momentOf={dayBegins} />
        <DayFilter name="to" label="To" momentOf={dayEnds} />
      </div>
    </>
  )
}

function PersonFilter({ rows }: { rows: readonly AuditLog[] }) {
  const { search, refine } = useSearchParams()
  const [chosen, setChosen] = useState<Choice>()
  const userId = parseId(search.userId)
  // After a reload, only the entries can tell who that is.
  const user = rows.find(row => row.userId === userId)?.user
  const name = user ? fullName(user) : chosen?.id === userId ? chosen?.label : `User ${userId}`
  return (
    <UserPicker
      label="Person"
      placeholder="Everybody"
      chosen={userId ? (name ?? '') : ''}
      onChoose={choice => {
        setChosen(choice)
        refine({ userId: choice?.id, page: undefined })
      }}
      className="w-52 max-sm:w-full"
    />
  )
}

const actions = auditActions
  .map(action => ({ action, label: actionLabel(action) }))
  .toSorted((a, b) => compareNames(a.label, b.label))

function ActionFilter() {
  const { search, refine } = useSearchParams()
  return (
    <Field label="Action" hideLabel className="w-56 max-sm:w-full">
      <Select
        value={String(search.action ?? '')}
        onChange={event => refine({ action: event.target.value, page: undefined })}
      >
        <option value="">All actions</option>
        {actions.map(({ action, label }) => (
          <option key={action} value={action}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}

interface DayFilterProps {
  name: 'from' | 'to'
  label: string
  momentOf: (day: string, timeZone: string) => Date
}

/** The address holds a timestamp, so that a link means the same everywhere; the field shows its day in the office's time zone. */
function DayFilter({ name, label, momentOf }: DayFilterProps) {
  const { timeZone } = usePublicConfig()
  const { search, refine } = useSearchParams()
  const inAddress = String(search[name] ?? '')
  const [typed, setTyped] = useState({ day: dayIn(inAddress, timeZone), inAddress })
  // Back and 'Show all' win; while a year is being typed, the field does.
  if (typed.inAddress !== inAddress) setTyped({ day: dayIn(inAddress, timeZone), inAddress })

  const type = (day: string) => {
    const isHalfTyped = day !== '' && day < '2000'
    const moment = day === '' ? '' : isHalfTyped ? inAddress : momentOf(day, timeZone).toISOString()
    setTyped({ day, inAddress: moment })
    if (moment !== inAddress) refine({ [name]: moment || undefined, page: undefined })
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Input is one
    <label className="flex items-center gap-2 max-sm:w-full">
      <span className="shrink-0 text-muted text-sm max-sm:w-10">{label}</span>
      <Input
        type="date"
        value={typed.day}
        onChange={event => type(event.target.value)}
        className="min-w-36"
      />
    </label>
  )
}

function dayIn(moment: string, timeZone: string): string {
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? '' : dayOf(date, timeZone)
}
