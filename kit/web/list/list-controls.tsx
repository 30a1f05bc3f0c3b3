import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMedia } from '#kit/web/browser/media.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { useSearchText } from '#kit/web/router/search-text.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { SearchInput } from '#kit/web/ui/inputs/search-input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { pageSize } from './list-page.ts'
import type { ListState } from './list-state.ts'
import { type Column, tableScreen } from './table.tsx'

interface ListSearchProps {
  label: string
  /** The search in the address. */
  q: string
  search: (q: string) => void
}

/** Keeps the typed text in its own state until typing pauses, so that keystrokes don't re-render rows. */
export function ListSearch({ label, q, search }: ListSearchProps) {
  const { text, change } = useSearchText(q, search)
  return (
    <SearchInput
      label={label}
      placeholder={label}
      value={text}
      onChange={change}
      maxLength={200}
      className="min-w-[min(8rem,100%)] flex-1 md:min-w-56"
    />
  )
}

interface SortSelectProps<Row, Key extends string> {
  columns: readonly Column<Row, Key>[]
  list: ListState<Row, Key>
}

/** Sorts by what has no column header: all of it where rows are cards, and what only wide tables show. */
export function SortSelect<Row, Key extends string>({ columns, list }: SortSelectProps<Row, Key>) {
  const isTable = useMedia(tableScreen)
  const sortable = columns.filter(column => column.sortable && (column.wideOnly || !isTable))
  const { sort } = list
  const isOffered = sortable.some(({ key }) => key === sort?.key)
  if (sortable.length === 0) return null
  return (
    <Field label="Sort by" hideLabel className="min-w-44 xl:hidden">
      <Select
        value={sort && isOffered ? `${sort.key} ${sort.descending ? 'down' : 'up'}` : ''}
        onChange={event => {
          const [key = '', way] = event.target.value.split(' ')
          list.onSort({ key: key as Key, descending: way === 'down' })
        }}
      >
        {/* For lists that have their own order until the user chooses one, and those sorted by a header. */}
        {!isOffered && <option value="">Sort by…</option>}
        {sortable.map(({ key, header }) => (
          <optgroup key={key} label={String(header)}>
            <option value={`${key} up`}>{String(header)}, ascending</option>
            <option value={`${key} down`}>{String(header)}, descending</option>
          </optgroup>
        ))}
      </Select>
    </Field>
  )
}

/** Goes from page to page, if there are several. */
export function Pager({ page, total, goTo }: { page: number; total: number; goTo: (page: number) => void }) {
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1) return null
  const first = (page - 1) * pageSize + 1
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-1 pt-2">
      <LiveText>{`Page ${page} of ${pages}`}</LiveText>
      <p className="mr-3 text-muted text-sm tabular-nums">
        {first.toLocaleString('en-US')}–{Math.min(total, page * pageSize).toLocaleString('en-US')} of{' '}
        {total.toLocaleString('en-US')}
      </p>
      <IconButton label="Previous page" disabled={page <= 1} onClick={() => goTo(page - 1)}>
        <ChevronLeft />
      </IconButton>
      <IconButton label="Next page" disabled={page >= pages} onClick={() => goTo(page + 1)}>
        <ChevronRight />
      </IconButton>
    </nav>
  )
}
