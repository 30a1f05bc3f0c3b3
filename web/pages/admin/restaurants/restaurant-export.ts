import type { Restaurant } from '#contract/restaurants.ts'

/** Name, address, category, phone, website and diets are called as the import calls them, so that a file can come back. */
export function exportColumns(campusName: (code: string) => string) {
  return [
    ['ID', (restaurant: Restaurant) => restaurant.id],
    ['Name', (restaurant: Restaurant) => restaurant.name],
    ['Address', (restaurant: Restaurant) => restaurant.address],
    ['Campus', (restaurant: Restaurant) => campusName(restaurant.campusCode)],
    ['Category', (restaurant: Restaurant) => restaurant.cuisine],
    ['Price', (restaurant: Restaurant) => restaurant.price],
    ['Diets', (restaurant: Restaurant) => restaurant.diets.join(', ')],
    ['Hours', (restaurant: Restaurant) => restaurant.hours],
    ['Phone', (restaurant: Restaurant) => restaurant.phone],
    ['Website', (restaurant: Restaurant) => restaurant.websiteUrl],
    ['Distance (miles)', (restaurant: Restaurant) => restaurant.distance],
    ['Travel Time (minutes)', (restaurant: Restaurant) => restaurant.travelTime],
    ['Status', (restaurant: Restaurant) => (restaurant.disabled ? 'Inactive' : 'Active')],
    ['Average Rating', (restaurant: Restaurant) => restaurant.avgRating],
    ['Ratings', (restaurant: Restaurant) => restaurant.ratingCount],
  ] as const
}
