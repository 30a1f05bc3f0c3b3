import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from '#kit/web/browser/media.ts'
import { useGradually } from '#kit/web/rendering/gradually.ts'
import { type Selection, Tick } from './selection.tsx'

export interface Sort<Key extends string = string> {
  key: Key
  descending: boolean
}

/** A column; a sortable one must have one of the list's sort keys. */
export type Column<Row, Key extends string = never> = (
  | { key: Key; sortable: true }
  | { key: string; sortable?: false }
) & {
  header: ReactNode
  /** `name` is what the list calls the row, as a button that opens the editor if the row may be edited. */
  cell: (row: Row, name: ReactNode) => ReactNode
  /** Numbers align right. */
  align?: 'right'
  /** Only from 1280 px on, and on cards: tables have no room for it below. */
  wideOnly?: boolean
  /** On cards, if the cell isn't a line of its own: beside the one before, perhaps after a dot, or left out. */
  card?: 'beside' | 'dotted' | 'none'
  /** On cards before the value. */
  label?: string
  className?: string
}

/** Where rows that could be cards are a table: below, beside a menu, columns would tear words apart. */
export const tableScreen = '(min-width: 64rem)'

/** Rows that can be selected. */
export interface Selecting<Row, Id> {
  selection: Selection<Id>
  /** The row as sentences have it. */
  nameOf: (row: Row) => string
  /** Names the checkbox for all. */
  all?: string
  /** Which rows can be selected; default: all. */
  isFree?: (row: Row) => boolean
  disabled?: boolean
}

interface TableProps<Row, Key extends string, Id extends string | number> {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row, Key>[]
  rows: readonly Row[]
  rowKey: (row: Row) => Id
  /** The row's name, which is given to the cells. */
  name?: (row: Row) => ReactNode
  /** The column whose cell names the row; default: the first one. */
  rowHeader?: string | undefined
  sort?: Sort<Key> | undefined
  onSort?: (sort: Sort<Key>) => void
  selecting?: Selecting<Row, Id> | undefined
  /** The icon buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined
  /** On cards below the content, when there are too many to fit beside its title. */
  actionsBelow?: boolean
  /** Below 1024 px, each row is a card. */
  asCards?: boolean
  /** Sets the maximum height, beyond which the rows scroll. */
  className?: string
  /** When this changes, the table scrolls back to its first row. */
  page?: number
}

/** Rows in columns, which scroll separately. Its roles are told, since styles that make cards of rows would take them. */
export function Table<Row, Key extends string, Id extends string | number>(props: TableProps<Row, Key, Id>) {
  const { caption, columns, rows, rowKey, selecting, sort, actions, asCards = true, className, page } = props
  const isWide = useMedia(tableScreen)
  const scrolls = isWide || !asCards
  const box = useRef<HTMLElement>(null)
  const shown = useRef(page)
  // Scrolls instead of mounting a new table, so that a focused header button keeps its focus.
  useEffect(() => {
    if (shown.current !== page) box.current?.scrollTo({ top: 0 })
    shown.current = page
  }, [page])
  const free = selecting && (selecting.isFree ? rows.filter(selecting.isFree) : rows).map(rowKey)
  return (
    <section
      ref={box}
      // What scrolls must be reachable by keyboard.
      {...(scrolls && { 'aria-label': caption, tabIndex: 0 })}
      className={clsx(
        // Positioned, so that screen reader texts are clipped with the rest.
        'relative',
        scrolls &&
          'overflow-auto rounded-md border border-line bg-raised shadow-raised print:!max-h-none print:overflow-visible',
        scrolls && (className ?? 'max-h-[max(20rem,calc(100dvh-13rem))]'),
      )}
    >
      <table role={asCards ? 'table' : undefined} className={clsx('rows', asCards && 'as-cards')}>
        <caption className="sr-only">{caption}</caption>
        <thead role={asCards ? 'rowgroup' : undefined}>
          <tr role={asCards ? 'row' : undefined}>
            {selecting && free && (
              <th scope="col" role="columnheader" className="tick">
                {free.length > 0 && (
                  <Tick
                    ids={free}
                    label={selecting.all ?? 'Select all on this page'}
                    showLabel={!isWide}
                    {...selecting}
                  />
                )}
              </th>
            )}
            {columns.map(column => (
              <HeaderCell
                key={column.key}
                column={column}
                sort={sort}
                onSort={scrolls ? props.onSort : undefined}
              />
            ))}
            {actions && (
              <th scope="col" role="columnheader" className="actions">
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <Rows key={isWide ? undefined : page} {...props} isGradual={!isWide} />
      </table>
    </section>
  )
}

function Rows<Row, Key extends string, Id extends string | number>({
  columns,
  rows,
  rowKey,
  name,
  rowHeader = columns[0]?.key,
  selecting,
  actions,
  actionsBelow,
  asCards = true,
  isGradual,
}: TableProps<Row, Key, Id> & { isGradual: boolean }) {
  const rendered = useGradually(rows.length)
  const missing = isGradual ? rows.length - rendered : 0
  return (
    <tbody
      role={asCards ? 'rowgroup' : undefined}
      // About their height, so that what is below doesn't flash among the first ones.
      style={{ paddingBottom: `${missing * 8}rem` }}
    >
      {rows.slice(0, rows.length - missing).map(row => (
        <tr key={rowKey(row)} role={asCards ? 'row' : undefined}>
          {selecting && (
            <td role="cell" className="tick">
              {selecting.isFree?.(row) !== false && (
                <Tick ids={[rowKey(row)]} label={`Select ${selecting.nameOf(row)}`} {...selecting} />
              )}
            </td>
          )}
          {columns.map(({ key, cell, label, card, ...column }, index) => {
            const isHeader = key === rowHeader
            const Cell = isHeader ? 'th' : 'td'
            return (
              <Cell
                key={key}
                scope={isHeader ? 'row' : undefined}
                role={isHeader ? 'rowheader' : 'cell'}
                data-card={card ?? (index === 0 ? 'title' : undefined)}
                className={columnClass(column)}
              >
                {label && <span className="card-only">{label} </span>}
                {cell(row, name?.(row))}
              </Cell>
            )
          })}
          {actions && (
            <td role="cell" className={clsx('actions', actionsBelow && 'below')}>
              {actions(row)}
            </td>
          )}
        </tr>
      ))}
    </tbody>
  )
}

const columnClass = ({
  align,
  wideOnly,
  className,
}: Pick<Column<never>, 'align' | 'wideOnly' | 'className'>) =>
  clsx(align === 'right' && 'number', wideOnly && 'wide-only', className)

interface HeaderCellProps<Row, Key extends string> {
  column: Column<Row, Key>
  sort: Sort<Key> | undefined
  onSort: ((sort: Sort<Key>) => void) | undefined
}

function HeaderCell<Row, Key extends string>({ column, sort, onSort }: HeaderCellProps<Row, Key>) {
  const { key, header, sortable } = column
  const direction = sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <th
      scope="col"
      role="columnheader"
      aria-sort={sortable ? (direction ?? 'none') : undefined}
      data-card={column.card}
      className={columnClass(column)}
    >
      {sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ key, descending: direction === 'ascending' })}
          className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 font-semibold hover:text-terracotta-ink focus-visible:-outline-offset-2"
        >
          {header}
          <Arrow className={clsx('size-4', direction ? 'text-terracotta-ink' : 'text-muted')} />
        </button>
      ) : (
        header
      )}
    </th>
  )
}
