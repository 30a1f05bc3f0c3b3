import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMedia, wideScreen } from '#kit/web/browser/media.ts'
import { lazyDialog } from '#kit/web/lazy/lazy-dialog.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { Count } from '#kit/web/ui/badge.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ListSearch, SortSelect } from './list-controls.tsx'
import type { ListState } from './list-state.ts'
import type { Column } from './table.tsx'

// Loaded lazily: the list doesn't need it, and wide screens never do.
const FilterSheet = lazyDialog(async () => (await import('./filter-sheet.tsx')).FilterSheet)

interface ListFiltersProps<Row, Key extends string> {
  noun: readonly [one: string, many: string]
  list: ListState<Row, Key>
  searchLabel: string
  filters: ReactNode
  columns: readonly Column<Row, Key>[]
}

/** A list's search, filters and order; on phones a button opens a sheet with all but the search. */
export function ListFilters<Row, Key extends string>(props: ListFiltersProps<Row, Key>) {
  const { noun, list, searchLabel, filters, columns } = props
  const isWide = useMedia(wideScreen)
  const choices = (
    <>
      {filters}
      <SortSelect columns={columns} list={list} />
    </>
  )
  const hasChoices = Boolean(filters) || columns.some(({ sortable }) => sortable)
  return (
    <div className="flex flex-wrap gap-2 md:gap-3 print:hidden">
      <ListSearch label={searchLabel} q={list.q} search={list.search} />
      {isWide ? choices : hasChoices && <FilterButton {...{ noun, list, choices }} />}
    </div>
  )
}

interface FilterButtonProps<Row, Key extends string>
  extends Pick<ListFiltersProps<Row, Key>, 'noun' | 'list'> {
  choices: ReactNode
}

function FilterButton<Row, Key extends string>({ noun, list, choices }: FilterButtonProps<Row, Key>) {
  const { filter } = useParams({ filter: param.text() })
  return (
    <>
      <Button
        icon={<SlidersHorizontal />}
        onClick={() => urlParams.open({ filter: 'open' })}
        className="!px-4"
      >
        Filter
        {list.filterCount > 0 && <Count value={list.filterCount} unit="active" />}
      </Button>
      {filter === 'open' && (
        <FilterSheet noun={noun} list={list} onClose={() => urlParams.close('filter')}>
          {choices}
        </FilterSheet>
      )}
    </>
  )
}
