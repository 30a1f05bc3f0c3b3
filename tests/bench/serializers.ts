/**
 * `node tests/bench/serializers.ts`: serializes long and short responses with the server's serializer
 * (fast-json-stringify with the JSON schema of the contract) and with zod's own encoder.
 */
import * as z from 'zod/mini'
import { listAllRatings } from '#contract/admin-ratings.ts'
import { listRestaurants } from '#contract/restaurants.ts'
import { getViewer } from '#contract/sessions.ts'
import { replySerializer } from '#server/http/reply-serializer.ts'

const time = '2026-11-20T12:00:00.000Z'
/** A value that matches a schema, with all optional values present. */
function sample(type: z.core.$ZodType): unknown {
  const { def } = (type as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([key, part]) => [key, sample(part)]))
    case 'array':
      return [sample(def.element)]
    case 'nullable':
    case 'optional':
    case 'default':
      return sample(def.innerType)
    case 'enum':
      return Object.values(def.entries)[0]
    case 'number':
      return 7
    case 'boolean':
      return true
    case 'string':
      return 'format' in def && def.format === 'datetime' ? time : 'Sample “Kitchen” & Söhne'
    case 'union':
      return sample(def.options[0] as z.core.$ZodType)
    case 'pipe':
      return sample(def.in)
    case 'record':
      return {}
    default:
      return null
  }
}

const list = (type: z.ZodMiniType, count: number) => {
  const [one] = sample(type) as unknown[]
  return Array.from({ length: count }, () => structuredClone(one))
}

type Write = (value: unknown) => string

const replies: [string, z.ZodMiniType, unknown][] = [
  ['the viewer', getViewer.replies[200], sample(getViewer.replies[200])],
  ['300 restaurants', listRestaurants.replies[200], list(listRestaurants.replies[200], 300)],
  ['1,000 ratings', listAllRatings.replies[200], list(listAllRatings.replies[200], 1_000)],
]

for (const [name, schema, value] of replies) {
  const library = replySerializer({ schema, method: 'GET', url: '/' } as never) as Write
  const encode: Write = value => JSON.stringify(z.encode(schema, value))
  if (library(value) !== encode(value)) throw new Error(`${name}: the two write different things`)
  const times = { library: [], encode: [] } as Record<string, number[]>
  for (let round = 0; round < 7; round += 1) {
    for (const [who, write] of Object.entries({ library, encode })) {
      // Processor time of this process only, so that other work on the machine does not count.
      const start = process.cpuUsage()
      let count = 0
      for (const end = performance.now() + 400; performance.now() < end; count += 1) write(value)
      const { user, system } = process.cpuUsage(start)
      if (round > 0) times[who]?.push((user + system) / count)
    }
  }
  const middle = (numbers: number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
  const [fast, slow] = [middle(times.library ?? []), middle(times.encode ?? [])]
  const micro = (time: number) => `${time.toFixed(1)} µs`.padStart(12)
  console.log(`${name.padEnd(18)} fast-json-stringify ${micro(fast)}   zod ${micro(slow)}`)
}
