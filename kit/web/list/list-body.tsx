import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { Navigate } from '#kit/web/router/link.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { type AddAction, AddButton } from './list-actions.tsx'
import { Pager } from './list-controls.tsx'
import { pageSize } from './list-page.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import type { ListState } from './list-state.ts'
import { type Column, type Selecting, Table } from './table.tsx'

/** What a list shows. */
export interface ListProps<Row, Key extends string> {
  title: string
  /** Names the table, if the title also names something else. */
  caption?: string
  /** The noun for one and for many: ['restaurant', 'restaurants']. */
  noun: readonly [one: string, many: string]
  list: ListState<Row, Key>
  columns: readonly Column<Row, Key>[]
  /** The column whose cell names the row; default: the first one. */
  rowHeader?: string
  /** Shown if there are no rows at all. */
  empty: { title: string; text?: string }
}

interface ListBodyProps<Row, Key extends string> extends ListProps<Row, Key> {
  add: AddAction | undefined
  selecting: Selecting<Row, number> | undefined
  name: (row: Row) => ReactNode
  actions: ((row: Row) => ReactNode) | undefined
  actionsBelow: boolean
}

/** A list's rows, or why there are none. */
export function ListBody<Row extends { id: number }, Key extends string>(props: ListBodyProps<Row, Key>) {
  const { title, caption = title, noun, list, selecting } = props
  const { rows, total, page, error } = list
  // An old link may name a campus that no longer exists, so retrying wouldn't help.
  if (error && list.isFiltered && [400, 404].includes(error.status)) return <Nothing {...props} />
  if (error) return <ErrorState message={error.message} onRetry={list.retry} retrying={list.isFetching} />
  if (!rows) return <ListSkeleton label={`Loading ${noun[1]}`} />
  if (total === 0) return <Nothing {...props} />
  if (rows.length === 0 && !list.isStale) return <LastPage total={total} />
  return (
    <div
      aria-busy={list.isStale}
      className={clsx('flex min-h-0 flex-col transition-opacity', list.isStale && 'opacity-60')}
    >
      <Table
        page={page}
        caption={caption}
        columns={props.columns}
        rows={rows}
        rowKey={({ id }) => id}
        name={props.name}
        rowHeader={props.rowHeader}
        sort={list.sort}
        onSort={list.onSort}
        selecting={selecting}
        actions={props.actions}
        actionsBelow={props.actionsBelow}
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

function Nothing<Row, Key extends string>({ list, noun, add, empty }: ListBodyProps<Row, Key>) {
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
