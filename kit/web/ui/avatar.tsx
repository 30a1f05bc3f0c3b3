import { clsx } from 'clsx'
import { useState } from 'react'
import { Picture } from './picture.tsx'

interface AvatarProps {
  src?: string | null
  /** One or two letters, shown if there is no image or it fails to load. */
  fallback: string
  size?: 'small' | 'medium' | 'large'
  className?: string
}

/** Decorative: the name is beside it or on the surrounding button. */
export function Avatar({ src, fallback, size = 'medium', className }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'relative inline-grid shrink-0 select-none place-items-center overflow-hidden rounded-full bg-terracotta-tint font-semibold text-terracotta-ink',
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

// The letters are as large as the circle allows, not as large as texts.
const sizes = {
  small: 'size-8 text-[length:calc(var(--spacing)*3)]',
  medium: 'size-10 text-[length:calc(var(--spacing)*3.5)]',
  large: 'size-24 font-serif text-[length:calc(var(--spacing)*9)]',
}
