import { clsx } from 'clsx'

/**
 * Give it the size of the content to come. Put `role="status"` and a label on its container, and `animate-breathe` where there
 * are several, which then breathe as one (motion.css).
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block animate-breathe rounded-sm bg-line', className)} />
}

/** Lines of text to come, the last one shorter. */
export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('flex animate-breathe flex-col gap-2.5', className)}>
      {Array.from({ length: lines }, (_, line) => line).map(line => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 ? 'w-2/3' : 'w-full')} />
      ))}
    </span>
  )
}
