import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/input.tsx'
import type { Column } from '#web/ui/table.tsx'
import type { ListState } from './list-state.ts'

interface SortSelectProps<Row, Key extends string> {
  columns: readonly Column<Row>[]
  list: ListState<Row, Key>
}

/** The order of the cards on phones, where there are no headers to press. */
export function SortSelect<Row, Key extends string>({ columns, list }: SortSelectProps<Row, Key>) {
  const sortable = columns.filter(column => column.sortable)
  if (sortable.length === 0) return null
  return (
    <Field label="Sort by" hideLabel className="min-w-44 max-sm:flex-1 md:hidden">
      <Select
        value={list.sort ? `${list.sort.key} ${list.sort.descending ? 'down' : 'up'}` : ''}
        onChange={event => {
          const [key = '', way] = event.target.value.split(' ')
          list.onSort({ key: key as Key, descending: way === 'down' })
        }}
      >
        {/* A list that has an order of its own until one is chosen. */}
        {!list.sort && <option value="">Sort by…</option>}
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
