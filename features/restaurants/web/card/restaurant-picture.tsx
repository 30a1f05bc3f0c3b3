import { clsx } from 'clsx'
import { useState } from 'react'
import { preload } from 'react-dom'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Picture } from '#kit/web/ui/picture.tsx'
import type { Restaurant } from '../../contract.ts'

// Lazy: Home is usable without the drawings.
const RestaurantArtwork = lazyPart(async () => (await import('../artwork/artwork.tsx')).RestaurantArtwork, {
  Placeholder: ({ className }) => <div className={clsx('bg-sunken', className)} />,
  keepsTrying: true,
})
export const loadArtwork = RestaurantArtwork.load

/** Asks for the pictures of these cards at once, also of those that are drawn later. */
export function preloadCardImages(restaurants: readonly Pick<Restaurant, 'imageUrl' | 'cardImageUrl'>[]) {
  for (const { cardImageUrl, imageUrl } of restaurants) {
    const src = cardImageUrl ?? imageUrl
    if (src) preload(src, { as: 'image', fetchPriority: 'high' })
  }
}

interface RestaurantPictureProps {
  restaurant: Pick<Restaurant, 'name' | 'cuisine' | 'imageUrl' | 'cardImageUrl' | 'disabled'>
  /** 'card' takes the smaller variant. */
  size: 'card' | 'full'
  /** Among the first visible pictures: loaded eagerly. */
  urgent?: boolean
  className?: string
}

/** The photo, or artwork if there is none or it fails to load; gray if inactive. Decorative. */
export function RestaurantPicture({ restaurant, size, urgent = false, className }: RestaurantPictureProps) {
  const [failed, setFailed] = useState<string>()
  const { imageUrl, cardImageUrl } = restaurant
  const src = size === 'card' ? (cardImageUrl ?? imageUrl) : imageUrl
  const look = clsx('size-full object-cover', restaurant.disabled && 'grayscale', className)
  if (!src || src === failed) {
    return <RestaurantArtwork name={restaurant.name} cuisine={restaurant.cuisine} className={look} />
  }
  if (urgent) preload(src, { as: 'image', fetchPriority: 'high' })
  return (
    <Picture
      src={src}
      alt=""
      loading={urgent ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setFailed(src)}
      className={clsx('bg-sunken', look)}
    />
  )
}
