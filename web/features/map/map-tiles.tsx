import { tileAddress, tilesInView } from '#domain/map-tiles.ts'
import type { MapView, Size } from '#domain/map-view.ts'

interface MapTilesProps {
  template: string
  view: MapView
  size: Size
}

/** The configured tiles, muted so that pins stand out. */
export function MapTiles({ template, view, size }: MapTilesProps) {
  return (
    <div aria-hidden="true" className="absolute inset-0">
      {tilesInView(view, size).map(tile => (
        <img
          key={`${tile.z}/${tile.column}/${tile.y}`}
          src={tileAddress(template, tile)}
          alt=""
          draggable={false}
          className="absolute max-w-none"
          style={{
            width: tile.edge,
            height: tile.edge,
            transform: `translate(${tile.left}px, ${tile.top}px)`,
          }}
        />
      ))}
      <span className="absolute inset-0 bg-paper opacity-35" />
    </div>
  )
}
