import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Navigate } from '#kit/web/router/link.tsx'
import { AccessDenied } from '#kit/web/section/access-denied.tsx'
import { SectionHeading } from '#kit/web/section/section-heading.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { type AddAction, AddButton, type ListAction, ListActions } from './list-actions.tsx'
import { Pager } from './list-controls.tsx'
import { ListFilters } from './list-filters.tsx'
import { pageSize } from './list-page.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import type { ListState } from './list-state.ts'
import { type Selection, SelectionBar, selectColumn, Tick, TickAll } from './selection.tsx'
import { type Column, Table } from './table.tsx'

export interface AdminListProps<Row, Key extends string> {
  title: string
  /** Names the table, if the title also names something else. */
  caption?: string
  /** The noun for one and for many: ['restaurant', 'restaurants']. */
  noun: readonly [one: string, many: string]
  list: ListState<Row, Key>
  searchLabel: string
  /** Beside the search box: selects with a hidden label. */
  filters?: ReactNode
  /** Adds a row; also the next step where there are none. */
  add?: AddAction
  actions?: readonly ListAction[]
  /** Between the heading and the search. */
  above?: ReactNode
  /** While `above` is loading: the list isn't shown yet, since `above` would push it down. */
  isWaiting?: boolean
  columns: readonly Column<Row>[]
  /** The column whose cell names the row. */
  rowHeader: string
  /** The row below 1024 px; `tick` selects it, if rows can be selected. */
  card: (row: Row, tick: ReactNode) => ReactNode
  /** For rows that can be selected: their names, as sentences have them, and the actions for those that are. */
  selecting?: { selection: Selection; nameOf: (row: Row) => string; actions: ReactNode }
  /** Shown if there are no rows at all. */
  empty: { title: string; text?: string }
}

/** An administration list: a table that scrolls separately, or cards below 1024 px. */
export function AdminList<Row extends { id: number }, Key extends string>(props: AdminListProps<Row, Key>) {
  const { title, noun, list, filters, add, actions = [], above, isWaiting, columns, selecting } = props
  if (list.error?.status === 403) return <AccessDenied />
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 md:gap-4 lg:h-[calc(100dvh-4rem-2.75rem)] lg:min-h-112 lg:flex-none print:!h-auto">
      <SectionHeading
        title={title}
        total={list.rows && { value: list.total, unit: list.total === 1 ? noun[0] : noun[1] }}
        actions={<ListActions add={add} actions={actions} />}
      />
      <LiveText>{list.rows && !list.isStale ? counted(list.total, ...noun) : ''}</LiveText>
      {isWaiting ? (
        <ListSkeleton label={`Loading ${noun[1]}`} />
      ) : (
        <>
          {above}
          <ListFilters
            noun={noun}
            list={list}
            searchLabel={props.searchLabel}
            filters={filters}
            columns={columns}
          />
          {selecting && selecting.selection.ids.size > 0 && <SelectionBar {...selecting} />}
          <Body {...props} />
        </>
      )}
    </div>
  )
}

function Body<Row extends { id: number }, Key extends string>(props: AdminListProps<Row, Key>) {
  const { title, caption = title, noun, list, columns, rowHeader, card, selecting } = props
  const selection = selecting?.selection
  const label = (row: Row) => `Select ${selecting?.nameOf(row)}`
  const { rows, total, page, error } = list
  // An old link may name a campus that no longer exists, so retrying wouldn't help.
  if (error && list.isFiltered && [400, 404].includes(error.status)) return <Nothing {...props} />
  if (error) return <ErrorState message={error.message} onRetry={list.retry} retrying={list.isFetching} />
  if (!rows) return <ListSkeleton label={`Loading ${noun[1]}`} />
  if (total === 0) return <Nothing {...props} />
  if (rows.length === 0 && !list.isStale) return <LastPage total={total} />

  const selectable = selection ? [selectColumn(rows, selection, label), ...columns] : columns
  return (
    <div
      aria-busy={list.isStale}
      className={clsx('flex min-h-0 flex-col transition-opacity', list.isStale && 'opacity-60')}
    >
      {selection && (
        <span className="pb-1 pl-4 lg:hidden">
          <TickAll rows={rows} selection={selection} showLabel />
        </span>
      )}
      <Table
        page={page}
        caption={caption}
        columns={selectable}
        rows={rows}
        rowKey={row => row.id}
        rowHeader={rowHeader}
        sort={list.sort}
        onSort={sort => list.onSort({ ...sort, key: sort.key as Key })}
        isSelected={row => selection?.ids.has(row.id) ?? false}
        card={row => card(row, selection && <Tick ids={[row.id]} label={label(row)} selection={selection} />)}
        // The header row is sticky, so moving the keyboard focus to its buttons must not scroll the rows.
        className="min-h-0 [&_thead]:[--room-above:0px]"
      />
      <Pager page={page} total={total} goTo={list.goTo} />
    </div>
  )
}

/** The page in the address no longer exists, e.g. because its last row was deleted. */
function LastPage({ total }: { total: number }) {
  const page = Math.ceil(total / pageSize)
  return (
    <Navigate
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, page: page > 1 ? page : undefined })}
      replace
    />
  )
}

function Nothing<Row, Key extends string>({ list, noun, add, empty }: AdminListProps<Row, Key>) {
  if (list.isFiltered) {
    return (
      <EmptyState
        title={`No ${noun[1]} found`}
        action={<Button onClick={list.showAll}>Show all {noun[1]}</Button>}
      >
        Nothing matches this search and these filters.
      </EmptyState>
    )
  }
  return (
    <EmptyState title={empty.title} action={add && <AddButton {...add} />}>
      {empty.text}
    </EmptyState>
  )
}
