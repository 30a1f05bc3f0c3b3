import { clsx } from 'clsx'

/**
 * A placeholder with the size of the content to come. Put `role="status"` and a label on its container, and also
 * `animate-breathe` if it contains several, so that they pulse as one (motion.css).
 */
export function Skeleton({ shape = 'text', className }: { shape?: keyof typeof shapes; className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-breathe', shapes[shape], className)} />
}

const shapes = {
  text: 'rounded-sm bg-skeleton',
  picture: 'bg-skeleton',
  field: 'rounded-sm bg-skeleton-box',
  card: 'rounded-lg bg-skeleton-box',
  /** A button, or a search box. */
  pill: 'rounded-full bg-skeleton-box',
}

/** A placeholder for lines of text, the last one shorter. */
export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('flex animate-breathe flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => line).map(line => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 ? 'w-2/3' : 'w-full')} />
      ))}
    </span>
  )
}
