import { clsx } from 'clsx'
import drawings from './artwork.svg?no-inline'
import { type Artwork, chooseArtwork, type Layout } from './artwork-choice.ts'

interface RestaurantArtworkProps {
  name: string
  cuisine?: string | null
  className?: string
}

/** Stands in for a photo: fills its box, cropped like one. Decorative. */
export function RestaurantArtwork({ name, cuisine, className }: RestaurantArtworkProps) {
  const art = chooseArtwork(name, cuisine)
  const { stand, palette } = art
  return (
    <svg
      viewBox="0 0 320 200"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={clsx('artwork', className)}
      style={{ backgroundColor: color(palette.ground) }}
    >
      <use href={`${drawings}#${art.pattern}`} stroke={color(palette.pattern)} />
      {stand === 'plate' && <path d={discsUnder(art, 46, 2, 5)} fill={color('cocoa')} opacity="0.2" />}
      {stand === 'disc' && <path d={discsUnder(art, 57)} fill={color(palette.disc)} />}
      {places[art.layout].map(place => (
        <use key={place.x} href={`${drawings}#${art.motif}`} transform={transformOf(art, place)} />
      ))}
    </svg>
  )
}

const color = (name: string) => `var(--color-art-${name})`

/** One path with a disc under each motif, moved a little if it is a shadow. */
function discsUnder({ layout }: Artwork, radius: number, right = 0, down = 0): string {
  const discs = places[layout].map(({ x, y, scale }) => {
    const r = radius * scale
    return `M${x + right * scale - r} ${y + down * scale}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`
  })
  return discs.join('')
}

function transformOf({ stand, turn, mirrored }: Artwork, place: Place): string {
  const swing = stand === 'plate' ? 80 : 22
  const size = place.scale * (stand === 'disc' ? 0.88 : 1)
  return [
    `translate(${place.x} ${place.y})`,
    `rotate(${(place.turn + (turn - 0.5) * swing).toFixed(1)})`,
    `scale(${mirrored ? -size : size} ${size}) translate(-50 -50)`,
  ].join(' ')
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
