import type { ReactNode } from 'react'
import { EmptyPlate } from './illustration.tsx'

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
  illustration = <EmptyPlate />,
  level = 2,
}: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      {illustration}
      <Heading className="mt-5 text-xl">{title}</Heading>
      {children && <p className="mt-2 text-muted">{children}</p>}
      {action && <div className="mt-6 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
