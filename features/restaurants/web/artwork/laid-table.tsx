import { clsx } from 'clsx'
import drawings from './artwork.svg?no-inline'

/** A table full of lunch, seen from above. Decorative; it fills its box like a photo. */
export function LaidTable({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={clsx('artwork bg-sunken', className)}
    >
      <use href={`${drawings}#laid-table`} />
    </svg>
  )
}
