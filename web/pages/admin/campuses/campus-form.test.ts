import { expect, test } from 'vitest'
import { campusForm, obstacle, readCoordinates } from './campus-form.ts'

const arden = {
  code: 'arden',
  name: 'Arden',
  address: '1 Main Street, Arden, NC',
  latitude: 35.46,
  longitude: -82.51,
}

test('codes and names of other campuses are taken, whatever the case', () => {
  const messages = (form: object) =>
    campusForm([arden])
      .safeParse({ ...arden, ...form })
      .error?.issues.map(issue => issue.message)
  expect(messages({ code: 'ARDEN', name: ' aRden ' })).toEqual([
    'A campus with the code "ARDEN" already exists.',
    'Campus "aRden" already exists.',
  ])
  expect(messages({ code: 'arden2', name: 'Arden North' })).toBeUndefined()
  expect(messages({ code: 'a b', name: '', latitude: Number.NaN, longitude: 181 })).toEqual([
    'A code consists of the letters A to Z and digits only',
    'Name is required',
    'Latitude is required',
    'Longitude must be from -180 to 180',
  ])
})

test.each([
  ['35.5951, -82.5515', { latitude: 35.5951, longitude: -82.5515 }],
  [' (35.5951,-82.5515) ', { latitude: 35.5951, longitude: -82.5515 }],
  ['35 -82', { latitude: 35, longitude: -82 }],
  ['35.5951', null],
  ['Arden, NC', null],
  ['', null],
])('coordinates in %j', (text, coordinates) => expect(readCoordinates(text)).toEqual(coordinates))

test.each([
  [0, 0, null],
  [1, 0, 'Campus "Arden" has 1 restaurant. Move them first.'],
  [0, 2, 'Campus "Arden" has 2 users. Move them first.'],
  [1043, 1, 'Campus "Arden" has 1043 restaurants and 1 user. Move them first.'],
])('%i restaurants and %i users', (restaurantCount, userCount, sentence) =>
  expect(obstacle({ ...arden, id: 1, restaurantCount, userCount, webhook: null })).toBe(sentence),
)
