import { type Coords, GridLayer, TileLayer } from 'leaflet'
import { useEffect, useEffectEvent } from 'react'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { loadCode } from '#kit/web/lazy/load-code.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { maxZoom } from './leaflet-map.ts'
import { osmCredit } from './osm-credit.tsx'
import { useCurrentMap } from './use-map.ts'

export interface Background {
  /** Whether the ground is plain paper; only there are the rings filled. */
  isPlain: boolean
  /** Whom the map credits; of the parts with a link, `href` is the address. */
  credit: readonly { text: string; href: string | null }[]
}

export function useBackground(): Background {
  const { mapFile, mapTileUrl, mapTileAttribution } = usePublicConfig()
  if (mapFile) return { isPlain: false, credit: mapFile.credit.length > 0 ? mapFile.credit : usual }
  if (mapTileUrl)
    return { isPlain: false, credit: [{ text: mapTileAttribution ?? new URL(mapTileUrl).host, href: null }] }
  return { isPlain: true, credit: [] }
}

const usual = [{ text: osmCredit, href: null }]

interface MapBackgroundProps {
  /** Called with whether none of the visible ground could be loaded. */
  onMissing: (isMissing: boolean) => void
}

/** The map's background: the streets of the server's map file, the configured tiles, or squared paper. */
export function MapBackground(props: MapBackgroundProps) {
  const { mapFile, mapTileUrl } = usePublicConfig()
  const { leaflet } = useCurrentMap()
  const fileUrl = mapFile?.url
  const onMissing = useEffectEvent(props.onMissing)
  useEffect(() => {
    const layers: GridLayer[] = []
    let isGone = false
    const add = (layer: GridLayer) => {
      if (isGone) return
      watch(layer, isMissing => onMissing(isMissing))
      layers.push(layer.addTo(leaflet))
    }
    if (fileUrl) {
      // Paper around the file's region, and in place of a file that can't be loaded.
      add(new Paper('tilePane'))
      loadCode(() => import('./streets/map-file-layer.ts'))
        .then(({ openMapFile }) => openMapFile(fileUrl))
        .then(add, () => {
          if (!isGone) onMissing(true)
        })
    } else add(mapTileUrl ? new Tiles(mapTileUrl) : new Paper('shadowPane'))
    return () => {
      isGone = true
      for (const layer of layers) layer.remove()
    }
  }, [leaflet, fileUrl, mapTileUrl])
  return null
}

/** Reports whether all visible tiles failed. A few missing ones are fine: raster tiles need not exist everywhere. */
function watch(layer: GridLayer, onMissing: (isMissing: boolean) => void): void {
  const drawn = new Set<HTMLElement>()
  const failed = new Set<HTMLElement>()
  layer.on({
    tileload: ({ tile }) => drawn.add(tile),
    tileerror: ({ tile }) => failed.add(tile),
    tileunload: ({ tile }) => drawn.delete(tile) || failed.delete(tile),
    load: () => onMissing(failed.size > 0 && drawn.size === 0),
  })
}

/** Says that the streets couldn't be loaded, with a retry button. */
export function MapLoadError({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="absolute inset-x-4 bottom-10 z-10 mx-auto flex w-fit flex-wrap items-center justify-center gap-x-1 rounded-lg border border-line bg-raised py-0.5 pl-4 text-sm shadow-raised">
      The streets couldn’t be loaded.
      <Button variant="quiet" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

/** Muted, so that pins stand out. */
class Tiles extends TileLayer {
  private readonly template: string
  constructor(template: string) {
    super(template, { maxZoom, opacity: 0.65 })
    this.template = template
  }

  // Only these placeholders are replaced; Leaflet would also replace others, such as {s}.
  override getTileUrl({ x, y, z }: Coords) {
    const count = 2 ** z
    const column = ((x % count) + count) % count
    return this.template.replaceAll('{z}', `${z}`).replaceAll('{x}', `${column}`).replaceAll('{y}', `${y}`)
  }
}

class Paper extends GridLayer {
  /** 'shadowPane' is above the rings' fill, 'tilePane' below everything. */
  constructor(pane: 'shadowPane' | 'tilePane') {
    super({ pane, zIndex: 0 })
  }

  override createTile() {
    const square = document.createElement('div')
    square.className = 'map-paper'
    return square
  }
}
