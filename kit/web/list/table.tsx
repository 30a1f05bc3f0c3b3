import { clsx } from 'clsx'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useMedia } from '#kit/web/browser/media.ts'
import { useGradually } from '#kit/web/rendering/gradually.ts'

export interface Sort<Key extends string = string> {
  key: Key
  descending: boolean
}

export interface Column<Row, Key extends string = string> {
  key: Key
  header: ReactNode
  cell: (row: Row) => ReactNode
  sortable?: boolean
  /** Numbers align right. */
  align?: 'left' | 'right'
  /** Only from 1280 px on: tables have no room for it below. */
  wideOnly?: boolean
  className?: string
}

/** Where rows that could be cards are a table: below, beside a menu, columns would tear words apart. */
export const tableScreen = '(min-width: 64rem)'

interface TableProps<Row, Key extends string> {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<Row, Key>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The column whose cell names the row. */
  rowHeader?: Key
  sort?: Sort<Key>
  onSort?: (sort: Sort<Key>) => void
  isSelected?: (row: Row) => boolean
  /** Renders each row below 1024 px instead. */
  card?: (row: Row) => ReactNode
  /** Sets the maximum height, beyond which the rows scroll. */
  className?: string
  /** When this changes, the table scrolls back to its first row. */
  page?: number
}

export function Table<Row, Key extends string>(props: TableProps<Row, Key>) {
  const { caption, columns, rows, rowKey, rowHeader, sort, onSort, isSelected, card, className } = props
  const wide = useMedia(tableScreen)
  const box = useRef<HTMLElement>(null)
  const shown = useRef(props.page)
  // Scrolls instead of mounting a new table, so that a focused header button keeps its focus.
  useEffect(() => {
    if (shown.current !== props.page) box.current?.scrollTo({ top: 0 })
    shown.current = props.page
  }, [props.page])
  if (card && !wide)
    return <Cards key={props.page} caption={caption} rows={rows} rowKey={rowKey} card={card} />
  return (
    <section
      ref={box}
      aria-label={caption}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className={clsx(
        // Positioned, so that screen reader texts are clipped with the rest. The sticky header row doesn't
        // cover rows focused by keyboard: it is less tall than the scroll margin that base.css gives them.
        'relative overflow-auto rounded-md border border-line bg-raised shadow-raised print:!max-h-none print:overflow-visible',
        className ?? 'max-h-[max(20rem,calc(100dvh-13rem))]',
      )}
    >
      <table className="w-full border-separate border-spacing-0 text-left">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map(column => (
              <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr
              key={rowKey(row)}
              className={clsx('group', isSelected?.(row) ? 'bg-terracotta-tint' : 'hover:bg-sunken/60')}
            >
              {columns.map(column => {
                const Cell = column.key === rowHeader ? 'th' : 'td'
                return (
                  <Cell
                    key={column.key}
                    scope={column.key === rowHeader ? 'row' : undefined}
                    className={clsx(
                      // 'wrap-anywhere' breaks words that are longer than most, and 'wrap-break-word', for names, rather lets the table scroll.
                      // Under a mouse a row is 48 pixels high, with two lines of text.
                      'h-12 border-line border-t px-4 py-2.5 align-middle pointer-fine:py-px pointer-fine:leading-snug group-first:border-t-0 has-[.wrap-anywhere,.wrap-break-word]:min-w-36',
                      column.key === rowHeader ? 'font-semibold' : 'font-normal',
                      column.align === 'right' && 'text-right tabular-nums',
                      column.wideOnly && 'max-xl:hidden',
                      column.className,
                    )}
                  >
                    {column.cell(row)}
                  </Cell>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

type CardsProps<Row> = Pick<TableProps<Row, string>, 'caption' | 'rows' | 'rowKey'> & {
  card: (row: Row) => ReactNode
}

/** Style and layout of distant cards are skipped. That also clips overflow, so the padding keeps shadows and focus rings. */
const cardItemClass =
  '-mx-4 -mt-1 -mb-4 px-4 pt-1 pb-4 [contain-intrinsic-height:auto_9rem] [content-visibility:auto] print:[content-visibility:visible]'

function Cards<Row>({ caption, rows, rowKey, card }: CardsProps<Row>) {
  const rendered = useGradually(rows.length)
  return (
    <ul role="list" aria-label={caption} className="flex flex-col gap-3">
      {rows.slice(0, rendered).map(row => (
        <li key={rowKey(row)} className={cardItemClass}>
          {card(row)}
        </li>
      ))}
    </ul>
  )
}

interface HeaderCellProps<Row, Key extends string> {
  column: Column<Row, Key>
  sort: Sort<Key> | undefined
  onSort: ((sort: Sort<Key>) => void) | undefined
}

function HeaderCell<Row, Key extends string>({ column, sort, onSort }: HeaderCellProps<Row, Key>) {
  const direction = sort?.key === column.key ? (sort.descending ? 'descending' : 'ascending') : undefined
  const Arrow = direction === 'ascending' ? ArrowUp : direction === 'descending' ? ArrowDown : ArrowUpDown
  return (
    <th
      scope="col"
      aria-sort={column.sortable ? (direction ?? 'none') : undefined}
      className={clsx(
        'sticky top-0 z-10 h-12 border-line border-b bg-sunken px-4 font-semibold text-sm',
        column.align === 'right' && 'text-right',
        column.wideOnly && 'max-xl:hidden',
        column.className,
      )}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort({ key: column.key, descending: direction === 'ascending' })}
          className="-mx-2 inline-flex min-h-11 items-center gap-1.5 rounded-sm px-2 font-semibold hover:text-terracotta-ink focus-visible:-outline-offset-2"
        >
          {column.header}
          <Arrow
            aria-hidden="true"
            className={clsx('size-4', direction ? 'text-terracotta-ink' : 'text-muted')}
          />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}
