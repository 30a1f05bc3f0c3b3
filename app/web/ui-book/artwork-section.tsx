import { RestaurantArtwork } from '#features/restaurants/web/artwork/artwork.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'
import { samples } from './artwork-samples.ts'
import { Section } from './section.tsx'

export function ArtworkSection() {
  return (
    <Section title="Artwork for places without a photo">
      <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {samples.map(([name, cuisine]) => (
          <li key={name} className={cardClass('overflow-hidden')}>
            <RestaurantArtwork name={name} cuisine={cuisine} className="block aspect-8/5 w-full" />
            <div className="p-4">
              <h3>{name}</h3>
              <p className="text-muted">{cuisine ?? 'No cuisine known'}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
