import { clsx } from 'clsx'

/** Many that breathe as one: each animation has a layer of its own, and costs a phone some of the time until the page is there. */
export const breathing = 'animate-breathe in-[.animate-breathe]:animate-none'

/**
 * Give it the size of the content to come. Put `role="status"` and a label on its container, and `breathing` where there are
 * several.
 */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('block rounded-sm bg-line', breathing, className)} />
}

/** Lines of text to come, the last one shorter. */
export function SkeletonText({ lines, className }: { lines: number; className?: string }) {
  return (
    <span aria-hidden="true" className={clsx('flex flex-col gap-2.5', breathing, className)}>
      {Array.from({ length: lines }, (_, line) => line).map(line => (
        <Skeleton key={line} className={clsx('h-4', line === lines - 1 && lines > 1 ? 'w-2/3' : 'w-full')} />
      ))}
    </span>
  )
}
