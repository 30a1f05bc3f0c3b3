import { RestaurantPicture } from '#features/restaurants/web/card/restaurant-picture.tsx'

interface PlacePictureProps {
  place: { name: string; cuisine: string | null; cardImageUrl: string | null }
}

export function PlacePicture({ place: { name, cuisine, cardImageUrl } }: PlacePictureProps) {
  return (
    <RestaurantPicture
      restaurant={{ name, cuisine, cardImageUrl, imageUrl: cardImageUrl, disabled: false }}
      size="card"
    />
  )
}
