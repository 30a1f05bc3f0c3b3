import { clsx } from 'clsx'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  /** One sentence: why it is empty, or what fills it. */
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  illustration?: ReactNode
  /** Its heading level. */
  level?: 2 | 3
}

export function EmptyState({
  title,
  children,
  action,
  illustration = <EmptyPlate className="mb-5" />,
  level = 2,
}: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      {illustration}
      <Heading className="text-xl">{title}</Heading>
      {children && <p className="mt-2 text-muted">{children}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}

/** An empty place setting. */
export function EmptyPlate({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 160 110"
      aria-hidden="true"
      className={clsx('h-28 w-40', className)}
      fill="none"
      strokeLinecap="round"
    >
      <path d="M12 99h136" className="stroke-line" strokeWidth="5" />
      <circle cx="80" cy="55" r="38" className="fill-raised stroke-art-crust" strokeWidth="3" />
      <circle cx="80" cy="55" r="25" className="fill-terracotta-tint" />
      <path d="M68 47q12 16 24 0" className="stroke-terracotta" strokeWidth="3.5" />
      <g className="stroke-art-crust" strokeWidth="3.5">
        <path d="M20 22v15q0 7 6 7t6-7V22M26 22v64" />
        <path d="M134 86V22q-9 8-8 27 0 7 8 8" className="fill-raised" strokeLinejoin="round" />
      </g>
      <path d="M106 16q3-6 0-10M116 20q3-6 0-10" className="stroke-art-saffron" strokeWidth="3" />
    </svg>
  )
}
