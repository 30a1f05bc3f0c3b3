import { useId } from 'react'
import { type Artwork, chooseArtwork, type Layout } from './artwork-choice.ts'
import { motifs } from './artwork-motifs.ts'
import { patterns } from './artwork-patterns.ts'
import { discs, type Paint } from './artwork-shapes.ts'

interface RestaurantArtworkProps {
  name: string
  cuisine?: string | null | undefined
  className?: string
}

/** Stands in for a photo: fills its box, cropped like one. Decorative. */
export function RestaurantArtwork({ name, cuisine, className }: RestaurantArtworkProps) {
  const id = useId()
  const art = chooseArtwork(name, cuisine)
  const pattern = patterns[art.pattern]
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <defs>
        <g id={id} fillRule="evenodd">
          {motifs[art.motif].map(([paint, path, stroke]) => (
            <path
              key={`${paint} ${path}`}
              d={path}
              {...(stroke ? { stroke: colour(paint), strokeWidth: stroke } : { fill: colour(paint) })}
            />
          ))}
        </g>
      </defs>
      <path d="M0 0h320v200H0z" fill={colour(art.palette.ground)} />
      {pattern && (
        <path
          d={pattern.path}
          stroke={colour(art.palette.pattern)}
          strokeWidth={pattern.stroke}
          opacity={pattern.opacity}
          strokeLinecap={pattern.stroke > 8 ? 'butt' : 'round'}
        />
      )}
      {places[art.layout].map(place => (
        <Placed key={place.x} id={id} art={art} place={place} />
      ))}
    </svg>
  )
}

interface Place {
  x: number
  y: number
  scale: number
  turn: number
}

const places: Record<Layout, readonly Place[]> = {
  hero: [{ x: 160, y: 100, scale: 1.6, turn: 0 }],
  corner: [
    { x: 38, y: 28, scale: 0.9, turn: -35 },
    { x: 284, y: 176, scale: 0.9, turn: 40 },
    { x: 160, y: 101, scale: 1.4, turn: 0 },
  ],
  scatter: [
    { x: 40, y: 47, scale: 0.9, turn: -14 },
    { x: 161, y: 46, scale: 0.9, turn: 6 },
    { x: 282, y: 47, scale: 0.9, turn: 16 },
    { x: -20, y: 152, scale: 0.9, turn: 20 },
    { x: 100, y: 151, scale: 0.9, turn: 12 },
    { x: 221, y: 152, scale: 0.9, turn: -10 },
    { x: 341, y: 151, scale: 0.9, turn: -18 },
  ],
}

function Placed({ id, art, place }: { id: string; art: Artwork; place: Place }) {
  const swing = art.stand === 'plate' ? 80 : 22
  const turn = place.turn + (art.turn - 0.5) * swing
  const size = art.stand === 'disc' ? 0.88 : 1
  return (
    <g transform={`translate(${place.x} ${place.y}) scale(${place.scale})`}>
      {art.stand === 'plate' && <path d={discs(46, 2, 5)} fill={colour('cocoa')} opacity={0.2} />}
      {art.stand === 'disc' && <path d={discs(57, 0, 0)} fill={colour(art.palette.disc)} />}
      <use
        href={`#${id}`}
        transform={`rotate(${turn.toFixed(1)}) scale(${art.mirrored ? -size : size} ${size}) translate(-50 -50)`}
      />
    </g>
  )
}

function colour(paint: Paint): string {
  return `var(--color-art-${paint})`
}
