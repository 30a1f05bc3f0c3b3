import { osmCredit } from '#web/lib/osm-credit.ts'

/** What whoever shows data of OpenStreetMap owes. */
export function OsmCredit() {
  return (
    <p className="text-muted text-sm">
      <a
        href="https://www.openstreetmap.org/copyright"
        target="_blank"
        rel="noopener noreferrer"
        className="underline underline-offset-2"
      >
        {osmCredit}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    </p>
  )
}
