import { expect, test } from 'vitest'
import drawings from './artwork.svg?raw'
import { chooseArtwork } from './artwork-choice.ts'

test('the same place always gets the same picture', () => {
  expect(chooseArtwork('Blue Sky Cafe', null)).toEqual(chooseArtwork('Blue Sky Cafe', null))
  expect(chooseArtwork('  blue sky CAFE ', null)).toEqual(chooseArtwork('Blue Sky Cafe', null))
})

test.each([
  ['Anything', 'pizza', ['pizza', 'slice']],
  ['Anything', 'tex-mex', ['taco', 'avocado']],
  ['Anything', 'ice cream', ['iceCream']],
  ['Anything', 'steak house', ['steak']],
  ['The Burger Hut', 'sushi', ['sushi']],
  ['Papas and Beer', '', ['beer', 'pretzel']],
  ['Las Margaritas', null, ['taco', 'avocado']],
  ['Leo’s Caffe Italia', undefined, ['pasta']],
])('%s with cuisine %s gets one of the motifs %j', (name, cuisine, motifs) => {
  expect(motifs).toContain(chooseArtwork(name, cuisine).motif)
})

test('a name without known words gets a generic motif', () => {
  expect(['setting', 'soup', 'pie', 'salad', 'bread']).toContain(chooseArtwork('Quixote', null).motif)
  expect(chooseArtwork('', null)).toBeDefined()
})

test('forty places of one cuisine look different', () => {
  const pictures = Array.from({ length: 40 }, (_, at) =>
    JSON.stringify(chooseArtwork(`Pizzeria ${at}`, 'pizza')),
  )
  expect(new Set(pictures).size).toBe(40)
  const looks = pictures.map(picture => {
    const { motif, palette, pattern, layout } = JSON.parse(picture)
    return JSON.stringify([motif, palette, pattern, layout])
  })
  expect(new Set(looks).size).toBeGreaterThan(30)
})

test('every motif and pattern is drawn', () => {
  const cuisines =
    `pizza juice burger chicken donut bagel pretzel german gelato barbecue sushi thai indian fish greek
    steak pub wine pasta deli taco diner tea bakery salad american unknown`.split(/\s+/)
  const chosen = cuisines.flatMap(cuisine =>
    Array.from({ length: 50 }, (_, at) => chooseArtwork(`Place ${at}`, cuisine)),
  )
  const names = new Set(chosen.flatMap(({ motif, pattern }) => [motif, pattern]))
  expect(names.size).toBe(33 + 7)
  for (const name of names) expect(drawings).toContain(`id="${name}"`)
})
