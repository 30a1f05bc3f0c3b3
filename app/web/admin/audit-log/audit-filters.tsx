import { useState } from 'react'
import { UserFilter } from '#features/accounts/web/user-picker.tsx'
import { type AuditLog, auditActions } from '#features/audit/contract.ts'
import { compareNames } from '#kit/rules/texts/names.ts'
import { addDays, localDate, startOfDay } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { FilterSelect } from '#kit/web/list/filter-select.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { actionLabel } from './read-details.ts'

/** The names of the query parameters that these filters set. */
export const auditFilters = ['userId', 'action', 'from', 'to'] as const

/** Filters the log by person, action and days; the URL holds the filters. */
export function AuditFilters({ rows }: { rows: readonly AuditLog[] }) {
  return (
    <>
      <UserFilter label="Person" placeholder="Everyone" rows={rows} />
      <FilterSelect name="action" label="Action" all="All actions" options={actions} className="w-56" />
      <div className="flex flex-wrap gap-3">
        <DayFilter name="from" label="From" momentOf={startOfDay} />
        <DayFilter name="to" label="To" momentOf={endOfDay} />
      </div>
    </>
  )
}

const actions = auditActions
  .map(action => [action, actionLabel(action)] as const)
  .toSorted(([, a], [, b]) => compareNames(a, b))

interface DayFilterProps {
  name: 'from' | 'to'
  label: string
  momentOf: (day: string, timeZone: string) => Date
}

/** The URL holds a timestamp, so that links are unambiguous; the field shows its day in the configured time zone. */
function DayFilter({ name, label, momentOf }: DayFilterProps) {
  const { timeZone } = usePublicConfig()
  const inAddress = useParams({ [name]: param.text() })[name] ?? ''
  const [typed, setTyped] = useState({ day: dayIn(inAddress, timeZone), inAddress })
  // A URL changed from elsewhere (Back, 'Show all') wins over the field, except while a year is half typed.
  if (typed.inAddress !== inAddress) setTyped({ day: dayIn(inAddress, timeZone), inAddress })

  const type = (day: string) => {
    const isHalfTyped = day !== '' && day < '2000'
    const moment = day === '' ? '' : isHalfTyped ? inAddress : momentOf(day, timeZone).toISOString()
    setTyped({ day, inAddress: moment })
    if (moment !== inAddress) urlParams.refine({ [name]: moment || undefined, page: undefined })
  }
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: Input is one
    <label className="flex items-center gap-2 max-md:w-full">
      <span className="shrink-0 text-muted text-sm max-md:w-10">{label}</span>
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
  // A URL may hold anything; show only dates that the field can produce, with a four-digit year.
  const isShown = moment.startsWith('2') && !Number.isNaN(date.getTime())
  return isShown ? localDate(date, timeZone) : ''
}

const endOfDay = (day: string, timeZone: string) =>
  new Date(startOfDay(addDays(day, 1), timeZone).getTime() - 1)
