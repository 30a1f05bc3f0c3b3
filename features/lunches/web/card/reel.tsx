import { type ReactNode, useState } from 'react'

interface ReelProps {
  names: readonly string[]
  name: string
  /** Shown when the animation has ended. */
  children: ReactNode
}

/** Scrolls names up to the drawn one in under a second. With reduced motion, it shows the result immediately. */
export function Reel({ names, name, children }: ReelProps) {
  const [hasLanded, setHasLanded] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches)
  if (hasLanded) return children
  const strip = [...names, ...names, name].map((text, index) => ({ key: `${index} ${text}`, text }))
  return (
    <div className="relative h-[1.5rem] overflow-hidden font-semibold">
      <span className="sr-only">{name}</span>
      <div
        aria-hidden="true"
        onAnimationEnd={() => setHasLanded(true)}
        className="absolute inset-x-0 top-0 animate-reel"
        style={{
          height: `${strip.length * 100}%`,
          transform: `translateY(-${((strip.length - 1) / strip.length) * 100}%)`,
        }}
      >
        {strip.map(({ key, text }) => (
          <div key={key} className="truncate" style={{ height: `${100 / strip.length}%` }}>
            {text}
          </div>
        ))}
      </div>
    </div>
  )
}
