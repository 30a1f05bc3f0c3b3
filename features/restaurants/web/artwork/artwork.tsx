import { clsx } from 'clsx'
import type { CSSProperties } from 'react'
import { useRenderTurn } from '#kit/web/rendering/render-turns.ts'
import { type Artwork, chooseArtwork, type Layout } from './artwork-choice.ts'
import { motifs } from './artwork-motifs.ts'
import { colorsOf, type Scheme } from './artwork-paints.ts'
import { discs, type Paint, type Shape } from './artwork-shapes.ts'

interface RestaurantArtworkProps {
  name: string
  cuisine?: string | null
  className?: string
}

/**
 * Stands in for a photo: fills its box, cropped like one. Decorative. A single element with one background image per
 * color scheme: as inline SVG, a card's drawing would be larger than the rest of the card.
 */
export function RestaurantArtwork({ name, cuisine, className }: RestaurantArtworkProps) {
  const art = chooseArtwork(name, cuisine)
  // The browser parses each image as a document while it calculates styles: about ten at once cause a noticeable
  // delay, so the images take turns.
  const isDrawn = useRenderTurn()
  const style = {
    backgroundColor: `var(--color-art-${art.palette.ground})`,
    ...(isDrawn && { '--art-light': draw(art, 'light'), '--art-dark': draw(art, 'dark') }),
  } as CSSProperties
  return <div aria-hidden="true" className={clsx('artwork', className)} style={style} />
}

/** The drawing as a CSS image. */
function draw(art: Artwork, scheme: Scheme): string {
  const colors = colorsOf(scheme)
  const { pattern } = art
  const drawing = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round" stroke-linejoin="round">',
    `<defs><g id="m" fill-rule="evenodd">${motifs[art.motif].map(shape => drawShape(shape, colors)).join('')}</g></defs>`,
    `<path d="M0 0h320v200H0z" fill="${colors[art.palette.ground]}"/>`,
    `<path d="${pattern.path}" stroke="${colors[art.palette.pattern]}" stroke-width="${pattern.stroke}" opacity="${pattern.opacity}" stroke-linecap="${pattern.stroke > 8 ? 'butt' : 'round'}"/>`,
    ...places[art.layout].map(place => drawMotif(art, place, colors)),
    '</svg>',
  ].join('')
  return `url("data:image/svg+xml,${encodeURIComponent(drawing)}")`
}

type Colors = Record<Paint, string>

const drawShape = ([paint, path, stroke]: Shape, colors: Colors) =>
  stroke
    ? `<path d="${path}" stroke="${colors[paint]}" stroke-width="${stroke}"/>`
    : `<path d="${path}" fill="${colors[paint]}"/>`

function drawMotif(art: Artwork, place: Place, colors: Colors): string {
  const swing = art.stand === 'plate' ? 80 : 22
  const turn = place.turn + (art.turn - 0.5) * swing
  const size = art.stand === 'disc' ? 0.88 : 1
  return [
    `<g transform="translate(${place.x} ${place.y}) scale(${place.scale})">`,
    art.stand === 'plate' && `<path d="${discs(46, 2, 5)}" fill="${colors.cocoa}" opacity="0.2"/>`,
    art.stand === 'disc' && `<path d="${discs(57, 0, 0)}" fill="${colors[art.palette.disc]}"/>`,
    `<use href="#m" transform="rotate(${turn.toFixed(1)}) scale(${art.mirrored ? -size : size} ${size}) translate(-50 -50)"/></g>`,
  ]
    .filter(Boolean)
    .join('')
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
