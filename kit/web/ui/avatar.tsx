import { clsx } from 'clsx'
import { useState } from 'react'
import { Picture } from './picture.tsx'

interface AvatarProps {
  src?: string | null
  /** One or two letters, shown if there is no image or it fails to load. */
  fallback: string
  /** The person's id, which gives everyone the same soft tint everywhere. */
  tint?: number
  size?: 'small' | 'medium' | 'large'
  className?: string
}

/** Decorative: the name is beside it or on the surrounding button. */
export function Avatar({ src, fallback, tint = 0, size = 'medium', className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'relative inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full font-semibold',
        tints[tint % tints.length],
        sizes[size],
        className,
      )}
    >
      {src && src !== failed ? (
        <Picture
          src={src}
          alt=""
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        fallback
      )}
    </span>
  )
}

const tints = [
  'bg-terracotta-tint text-terracotta-ink',
  'bg-olive-tint text-olive-ink',
  'bg-saffron-tint text-saffron-ink',
  'bg-sky-tint text-sky-ink',
  'bg-brick-tint text-brick-ink',
]

// The letters are as large as the circle allows, not as large as texts.
const sizes = {
  small: 'size-8 text-[length:calc(var(--spacing)*3)]',
  medium: 'size-10 text-[length:calc(var(--spacing)*3.5)]',
  large: 'size-24 font-serif text-[length:calc(var(--spacing)*9)]',
}
