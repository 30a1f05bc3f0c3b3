import sharp from 'sharp'
import { hashPassword } from '#features/accounts/server/password/passwords.ts'
import { encodeImage } from '#features/images/server/encode-image.ts'
import { departments } from '#features/installation/server/first-data.ts'
import { insertAll } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'

export type Size = { users: number; restaurants: number; ratings: number; images: number }

const time = '2026-01-02T03:04:05.678Z'

/** Fills a prepared installation with people, places, ratings and images, also hostile strings and missing values. */
export async function fill({ db }: Pick<Deps, 'db'>, size: Size): Promise<void> {
  const passwordHash = await hashPassword('correct horse')
  const hashes = await addPictures({ db }, size.images)
  const people = Array.from({ length: size.users }, (_, i) => ({
    firstName: i % 7 === 0 ? 'Añá 🍲' : `First${i}`,
    lastName: i % 11 === 0 ? 'O’Sample "quoted"\\' : `Last${i}`,
    username: `person${i}`,
    email: `person${i}@example.org`,
    passwordHash,
    campusCode: 'arden',
    department: departments[i % departments.length] ?? departments[0],
    role: 'user' as const,
    imageHash: hashes[i] ?? null,
    isVerified: true,
    canLogin: i % 13 !== 0,
    isPrimaryAdmin: false,
    createdAt: time,
  }))
  const places = Array.from({ length: size.restaurants }, (_, i) => ({
    name: `Soup & Söhne ${i}`,
    address: `${i} Main Street, Sampletown, NC 28700`,
    campusCode: i % 3 === 0 ? 'brevard' : 'arden',
    price: i % 5 === 0 ? null : ('$$' as const),
    hours: i % 4 === 0 ? null : 'Mon-Sat 11 AM - 9 PM',
    distance: i % 6 === 0 ? null : i / 7,
    latitude: i % 6 === 0 ? null : 35.5 + i / 1000,
    longitude: i % 6 === 0 ? null : -82.5,
    imageHash: hashes[size.users + i] ?? null,
    createdAt: time,
    updatedAt: time,
  }))
  const users = await insertAll(db, 'users', people, ['id'])
  const restaurants = await insertAll(db, 'restaurants', places, ['id'])
  const ratings = Array.from({ length: size.ratings }, (_, i) => ({
    userId: users[i % users.length]?.id ?? 0,
    restaurantId: restaurants[Math.floor(i / users.length) % restaurants.length]?.id ?? 0,
    value: 1 + (i % 5),
    comment: i % 3 === 0 ? null : `Línea ${i}\nline two\u2028 👩🏽‍🍳`,
    createdAt: time,
    updatedAt: time,
  }))
  await insertAll(db, 'ratings', ratings)
  const entries = Array.from({ length: 20 }, (_, i) => ({
    action: 'RESTAURANT_UPDATED',
    userId: users[i % users.length]?.id ?? null,
    details: JSON.stringify({ number: i, name: 'Söhne' }),
    ipAddress: null,
    userAgent: null,
    createdAt: time,
  }))
  await insertAll(db, 'auditLogs', entries)
}

// Noise does not compress well, like a real photo.
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const

/** Stores generated photos in the database and returns their hashes. */
export async function addPictures({ db }: Pick<Deps, 'db'>, count: number): Promise<string[]> {
  const hashes: string[] = []
  for (let i = 0; i < count; i += 1) {
    const background = `#${(i * 2657 + 4096).toString(16).padStart(6, '0')}`
    const photo = sharp({ create: { width: 640, height: 400, channels: 3, background, noise } })
    const image = await encodeImage(await photo.jpeg().toBuffer())
    await insertAll(db, 'images', [{ ...image, createdAt: time }])
    hashes.push(image.hash)
  }
  return hashes
}
