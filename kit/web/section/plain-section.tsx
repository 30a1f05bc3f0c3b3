import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ListSkeleton } from '#kit/web/list/list-skeleton.tsx'
import { Loaded, type LoadedProps } from '#kit/web/loading/loaded.tsx'
import { AccessDenied } from './access-denied.tsx'
import { SectionHeading } from './section-heading.tsx'

interface PlainSectionProps<Replies extends unknown[]>
  extends Pick<LoadedProps<Replies>, 'queries' | 'skeletonClass' | 'children'> {
  title: string
  /** For screen readers, until then. */
  label: string
  skeleton?: ReactNode
  widthClass?: string
}

/** A section of Command Mode that isn't a list. It waits for all that is above anything else, so that nothing shifts. */
export function PlainSection<Replies extends unknown[] | []>(props: PlainSectionProps<Replies>) {
  const { title, label, skeleton, widthClass = 'max-w-6xl', children, ...loaded } = props
  const frame = (content: ReactNode) => (
    <div className={clsx('flex flex-col gap-5', widthClass)}>
      <SectionHeading title={title} />
      {content}
    </div>
  )
  return (
    <Loaded
      {...(skeleton ? { label, skeleton } : { skeleton: <ListSkeleton label={label} cards={false} /> })}
      {...loaded}
      failed={({ status }) => status === 403 && <AccessDenied />}
      frame={frame}
    >
      {(...replies) => frame(children(...replies))}
    </Loaded>
  )
}
