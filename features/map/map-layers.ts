/**
 * The areas and lines that the maps draw, by the layer of a vector tile: those of the Protomaps basemap (3 and 4),
 * OpenMapTiles and Shortbread.
 */
export const mapLayers: ReadonlyMap<string, 'earth' | 'water' | 'land' | 'park' | 'building' | 'road'> =
  new Map([
    ['earth', 'earth'],
    ['water', 'water'],
    ['ocean', 'water'],
    ['water_polygons', 'water'],
    ['landuse', 'land'],
    ['landcover', 'land'],
    ['land', 'land'],
    ['natural', 'land'],
    ['park', 'park'],
    ['buildings', 'building'],
    ['building', 'building'],
    ['roads', 'road'],
    ['transportation', 'road'],
    ['streets', 'road'],
  ])
