import { type Motif, motifs } from './artwork-motifs.ts'
import { discs, type Paint } from './artwork-shapes.ts'

/** A table full of lunch, seen from above. Decorative; it fills its box like a photo. */
export function LaidTable({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 800 800"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M-800-800h2400v2400H-800z" fill={color('pine')} />
      {cloth.map(path => (
        <path key={path} d={path} stroke={color('sea')} strokeWidth="40" strokeLinecap="butt" opacity="0.3" />
      ))}
      {dishes.map(dish => (
        <PlacedDish key={`${dish.x} ${dish.y}`} {...dish} />
      ))}
    </svg>
  )
}

interface Dish {
  motif: Motif
  x: number
  y: number
  scale: number
  turn?: number
  /** A plate under motifs that aren't round. */
  plate?: Paint
}

const dishes: readonly Dish[] = [
  { motif: 'pizza', x: 408, y: 398, scale: 2.5, turn: 12 },
  { motif: 'noodles', x: 152, y: 372, scale: 1.9, turn: -18 },
  { motif: 'taco', x: 652, y: 436, scale: 1.35, turn: 14, plate: 'blush' },
  { motif: 'salad', x: 236, y: 150, scale: 1.75, turn: 20 },
  { motif: 'coffee', x: 420, y: 190, scale: 1.15, turn: -10 },
  { motif: 'sushi', x: 600, y: 205, scale: 1.35, turn: -12, plate: 'cream' },
  { motif: 'donut', x: 760, y: 290, scale: 1.1, turn: 30 },
  { motif: 'pasta', x: 782, y: 90, scale: 1.7, turn: 8 },
  { motif: 'pie', x: 60, y: 190, scale: 1.2, turn: 15 },
  { motif: 'soup', x: 424, y: 30, scale: 1.5, turn: -14 },
  { motif: 'curry', x: 60, y: 20, scale: 1.5, turn: 10 },
  { motif: 'grill', x: 236, y: 600, scale: 1.8, turn: -10 },
  { motif: 'burger', x: 470, y: 648, scale: 1.25, turn: -8, plate: 'butter' },
  { motif: 'mezze', x: 700, y: 670, scale: 1.9, turn: 16 },
  { motif: 'bagel', x: 40, y: 560, scale: 1.15, turn: 0 },
  { motif: 'coffee', x: 574, y: 552, scale: 0.9, turn: 150 },
  { motif: 'breakfast', x: 60, y: 760, scale: 1.5, turn: -20 },
  { motif: 'pie', x: 380, y: 806, scale: 1.5, turn: 40 },
  { motif: 'donut', x: 560, y: 800, scale: 1.1, turn: 10 },
  { motif: 'pizza', x: -90, y: 400, scale: 1.9, turn: 60 },
  { motif: 'soup', x: 900, y: 470, scale: 1.8, turn: 30 },
]

function PlacedDish({ motif, x, y, scale, turn = 0, plate }: Dish) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <path d={discs(plate ? 60 : 46, 2, 5)} fill={color('cocoa')} opacity="0.3" />
      {plate && <path d={discs(60, 0, 0)} fill={color('cream')} />}
      {plate && <path d={discs(50, 0, 0)} fill={color(plate === 'cream' ? 'sky' : plate)} />}
      <g transform={`rotate(${turn}) translate(-50 -50)`} fillRule="evenodd">
        {motifs[motif].map(([paint, path, stroke]) => (
          <path
            key={`${paint} ${path}`}
            d={path}
            {...(stroke ? { stroke: color(paint), strokeWidth: stroke } : { fill: color(paint) })}
          />
        ))}
      </g>
    </g>
  )
}

const color = (paint: Paint) => `var(--color-art-${paint})`

const stripes = Array.from({ length: 30 }, (_, index) => index * 80 - 800)
/** Crossed, they make the checks of the tablecloth. */
const cloth = [stripes.map(x => `M${x}-800v2400`).join(''), stripes.map(y => `M-800 ${y}h2400`).join('')]
