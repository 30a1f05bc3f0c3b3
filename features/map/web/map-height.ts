/** The height of the map and its placeholder, which must match so that nothing shifts. */
export const mapHeight = 'h-[min(70dvh,34rem)] min-h-80 md:h-[min(68dvh,46rem)]'
