/** Of the map and of what stands in its place until it is loaded, so that nothing moves. */
export const mapHeight = 'h-[min(70dvh,34rem)] min-h-80 md:h-[min(68dvh,46rem)]'
