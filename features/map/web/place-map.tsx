import { ExternalLink } from 'lucide-react'
import type { Campus } from '#features/campuses/contract.ts'
import type { Point } from '#kit/rules/distance.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { OutsideLink } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { MapFrame } from './map-frame.tsx'
import { PinShape } from './pin-shape.tsx'
import { Placed } from './placed.tsx'

/** One restaurant and its campus, with a link to a full map. */
export function PlaceMap({ name, point, campus }: { name: string; point: Point; campus: Campus }) {
  return (
    <div className="flex flex-col items-start gap-2">
      <MapFrame
        label={sentence`Map of ${name} and the campus ${campus.name}`}
        description="The address and the distance are above as text."
        campus={campus}
        points={[point]}
        className="h-72 w-full"
      >
        <Placed at={point} aria-hidden="true">
          <PinShape look="single" />
          <span className="absolute top-1 line-clamp-2 w-max max-w-28 -translate-x-1/2 rounded-md bg-raised/90 px-2.5 py-0.5 text-center font-semibold font-serif text-sm leading-snug">
            {name}
          </span>
        </Placed>
      </MapFrame>
      <OutsideLink
        href={openStreetMapUrl(point)}
        className={buttonClass({ variant: 'quiet', className: '-ml-5' })}
      >
        Open in maps
        <ExternalLink />
      </OutsideLink>
    </div>
  )
}

/** Used as a link only: nothing is requested from OpenStreetMap until the user follows it. */
function openStreetMapUrl({ latitude, longitude }: Point): string {
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
}
