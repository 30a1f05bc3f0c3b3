import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from '#kit/web/router/link.tsx'

interface FactsProps {
  /** By term; those without a value are left out. */
  items: Record<string, ReactNode>
  /** The grid whose cells they are, each with its term above the value; by default, terms stand beside values. */
  gridClass?: string
  /** The sections of Command Mode that say more, by term. */
  sections?: Record<string, string>
}

/** What is known about something. */
export function Facts({ items, gridClass, sections }: FactsProps) {
  const [pairClass, termClass, valueClass] = gridClass
    ? ['', 'text-sm', 'font-semibold tabular-nums']
    : ['grid gap-x-4 sm:grid-cols-[9rem_1fr]', '', 'font-medium']
  return (
    <dl className={gridClass ?? 'flex flex-col gap-3'}>
      {Object.entries(items).map(
        ([term, value]) =>
          value && (
            <div key={term} className={clsx('min-w-0', pairClass)}>
              <dt className={clsx('wrap-anywhere min-w-0 text-muted', termClass)}>
                {sections?.[term] ? (
                  <Link
                    to="/admin"
                    search={{ section: sections[term] }}
                    className="inline-flex items-center underline underline-offset-4 hover:text-ink pointer-coarse:min-h-11"
                  >
                    {term}
                  </Link>
                ) : (
                  term
                )}
              </dt>
              <dd className={clsx('wrap-anywhere min-w-0', valueClass)}>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** A value with more about it below. */
export const withHint = (value: ReactNode, hint: ReactNode) => (
  <>
    {value}
    {hint && <span className="block font-normal text-muted text-sm [code+&]:mt-1">{hint}</span>}
  </>
)
