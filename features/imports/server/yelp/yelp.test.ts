// On one engine: a service of others.
import { expect, test } from 'vitest'
import { startFakeService } from '#tests/support/services/fake-service.ts'
import { createYelp, deadlineIn, photoAddress } from './yelp.ts'

test.each([
  ['https://s3-media1.fl.yelpcdn.com/bphoto/a/o.jpg', true],
  ['https://yelpcdn.com/a.jpg', true],
  ['http://127.0.0.1:4100/photos/a.jpg', true],
  ['http://s3-media1.fl.yelpcdn.com/a.jpg', false],
  ['https://s3-media1.fl.yelpcdn.com:8443/a.jpg', false],
  ['https://u:p@s3-media1.fl.yelpcdn.com/a.jpg', false],
  ['https://notyelpcdn.com/a.jpg', false],
  ['https://yelpcdn.com.evil.example/a.jpg', false],
  ['http://127.0.0.1:4101/photos/a.jpg', false],
  ['file:///etc/passwd', false],
  ['data:image/png;base64,AAAA', false],
  ['', false],
])('whether a photo at %j is fetched: %s [T-80]', (address, expected) => {
  expect(photoAddress(address, 'http://127.0.0.1:4100/yelp') !== null).toBe(expected)
})

test('a business with an invalid id is an invalid response, since backups would reject it', async () => {
  const fake = await startFakeService(() => ({ json: { id: 'x'.repeat(200), name: 'Endless' } }))
  const yelp = createYelp({ apiKey: 'key', url: fake.url })
  await expect(yelp.getDetails('x', deadlineIn(5_000))).rejects.toMatchObject({ failure: 'invalid response' })
})
