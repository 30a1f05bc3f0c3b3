import type { ReactNode } from 'react'
import { Link } from '#kit/web/router/link.tsx'

/** The name of a row: a button if it opens something. */
export function RowName({ onClick, children }: { onClick: (() => void) | undefined; children: ReactNode }) {
  const className = 'wrap-anywhere lg:wrap-break-word min-w-0 max-w-md text-left font-semibold'
  if (!onClick) return <span className={className}>{children}</span>
  return (
    <button
      type="button"
      onClick={onClick}
      className={`${className} underline-offset-4 hover:text-terracotta-ink hover:underline`}
    >
      {children}
    </button>
  )
}

/** A value and, below it, what tells more; on cards the latter goes on in the same line, unless the first is the title. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="two-lines wrap-anywhere lg:wrap-break-word">
      <span>{first}</span> <span>{second}</span>
    </span>
  )
}

/** What columns without a value show. */
export function None({ says }: { says: string }) {
  return (
    <span className="table-only">
      <span aria-hidden="true" className="text-muted">
        –
      </span>
      <span className="sr-only">{says}</span>
    </span>
  )
}

/** A count; cards, which have no headers, say of what. */
export function Counted({ count, noun }: { count: number; noun: string }) {
  return (
    <>
      {count.toLocaleString('en-US')}
      <span className="card-only"> {count === 1 ? noun : `${noun}s`}</span>
    </>
  )
}

interface CountLinkProps {
  count: number
  /** The query parameters of the section that lists them. */
  search: Record<string, string>
  children: ReactNode
}

/** A count that links to the counted items, unless it is 0. */
export function CountLink({ count, search, children }: CountLinkProps) {
  if (count === 0) return children
  return (
    <Link
      to="/admin"
      search={search}
      className="text-terracotta-ink tabular-nums underline underline-offset-4"
    >
      {children}
    </Link>
  )
}
