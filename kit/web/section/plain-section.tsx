import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { useWaitTimedOut } from '#kit/web/loading/max-wait.ts'
import { SectionHeading } from './section-heading.tsx'

interface PlainSectionProps {
  title: string
  /** While what stands above the rest is loading: nothing is shown yet, so that nothing shifts. */
  isWaiting?: boolean
  /** For screen readers, until then. */
  waitingLabel?: string
  widthClass?: string
  children: ReactNode
}

/** A section of Command Mode that isn't a list. */
export function PlainSection(props: PlainSectionProps) {
  const { title, isWaiting = false, waitingLabel = 'Loading', widthClass = 'max-w-6xl', children } = props
  const hasTimedOut = useWaitTimedOut()
  return (
    <div className={clsx('flex flex-col gap-5', widthClass)}>
      <SectionHeading title={title} />
      {isWaiting && !hasTimedOut ? <ListSkeleton label={waitingLabel} cards={false} /> : children}
    </div>
  )
}
