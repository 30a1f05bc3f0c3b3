import { clsx } from 'clsx'

interface PinShapeProps {
  /** One restaurant, a temporarily closed one, or several. */
  look: 'single' | 'closed' | 'cluster'
  /** The average rating, or the number of restaurants; a dot if undefined. */
  text?: string
  active?: boolean
}

/** A drop with its tip in the middle of the lower edge, or for several a circle. */
export function PinShape({ look, text, active }: PinShapeProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 36 44"
      className={clsx(
        'absolute bottom-0 left-1/2 h-11 origin-bottom -translate-x-1/2 overflow-visible drop-shadow-sm transition-transform',
        active && 'scale-115',
      )}
    >
      {look === 'cluster' ? (
        <circle cx="18" cy="22" r="17" strokeWidth="2" className={shapes[look]} />
      ) : (
        <path
          d="M18 42.5C18 42.5 3 29 3 17.5a15 15 0 1 1 30 0C33 29 18 42.5 18 42.5z"
          strokeWidth="2"
          strokeDasharray={look === 'closed' ? '3 3' : undefined}
          className={shapes[look]}
        />
      )}
      {text && look !== 'cluster' && (
        <path
          d="M18 4.6l1.5 3 3.3.5-2.4 2.3.6 3.3-3-1.6-3 1.6.6-3.3-2.4-2.3 3.3-.5z"
          className={look === 'closed' ? 'fill-muted' : 'fill-saffron'}
        />
      )}
      {text ? (
        <text
          x="18"
          y={look === 'cluster' ? 22 : 21}
          dy="0.36em"
          textAnchor="middle"
          className={clsx('font-bold font-sans text-[13px] tabular-nums', texts[look])}
        >
          {text}
        </text>
      ) : (
        <circle cx="18" cy="17.5" r="4.5" className={look === 'closed' ? 'fill-muted' : 'fill-terracotta'} />
      )}
    </svg>
  )
}

const shapes = {
  single: 'fill-raised stroke-terracotta',
  closed: 'fill-sunken stroke-muted',
  cluster: 'fill-terracotta stroke-raised',
}
const texts = { single: 'fill-ink', closed: 'fill-muted', cluster: 'fill-on-terracotta' }
