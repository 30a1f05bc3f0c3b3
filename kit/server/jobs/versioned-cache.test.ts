import { expect, test } from 'vitest'
import { startApp } from '#tests/support/start-app.ts'
import { createVersionedCache } from './versioned-cache.ts'

const app = await startApp()

/** A cache, and a function that asks for all its keys again and counts how many were still kept. */
function startCache(mostBytes: number) {
  const cache = createVersionedCache(app.db, app.deps.schema.tables, mostBytes)
  const asked = new Set<string>()
  let made = 0
  const get = (key: string) => {
    asked.add(key)
    const make = async () => {
      made += 1
      return { key }
    }
    return cache.get(key, db => db.selectFrom('campuses').select('id').execute().then(make), {
      sizeOf: () => 100,
    })
  }
  const countKept = async () => {
    const before = made
    await Promise.all([...asked].map(get))
    return asked.size - (made - before)
  }
  return { get, countKept }
}

test('an entry that is read while another one evicts it is kept once or not at all', async () => {
  const { get, countKept } = startCache(1_100)
  const inUse: string[] = []
  for (let key = 10; key < 20; key += 1) inUse.push(`k${key}`)
  for (const key of inUse) await get(key)
  for (let key = 20; key < 99; key += 1) {
    const oldest = inUse.shift() ?? ''
    await Promise.all([get(`k${key}`), get(oldest)])
    inUse.push(`k${key}`, oldest)
  }
  expect(await countKept()).toBeLessThanOrEqual(11)
})

test('long keys count toward the size of the cache', async () => {
  const { get, countKept } = startCache(11_000)
  for (let key = 10; key < 40; key += 1) await get(`${key}`.padEnd(1_000, '.'))
  expect(await countKept()).toBeLessThanOrEqual(10)
})

test('a value is made again when what else it is made from differs, and replaces the one before', async () => {
  const cache = createVersionedCache(app.db, app.deps.schema.tables)
  let made = 0
  const get = (madeFrom: string) => {
    const make = async () => {
      made += 1
      return { madeFrom, number: made }
    }
    return cache.get('key', make, { madeFrom })
  }
  expect(await get('a')).toEqual({ madeFrom: 'a', number: 1 })
  expect(await get('a')).toEqual({ madeFrom: 'a', number: 1 })
  // At the same time, each gets its own.
  expect(await Promise.all([get('b'), get('c')])).toMatchObject([{ madeFrom: 'b' }, { madeFrom: 'c' }])
  expect(await get('a')).toEqual({ madeFrom: 'a', number: 4 })
})
