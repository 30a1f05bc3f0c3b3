import type { FastifyInstance } from 'fastify'
import { timeZoneHeader } from '#kit/contract/time-zone-header.ts'
import { isSameTime, isTimeZone } from '#kit/rules/time/zoned-time.ts'
import type { Config } from '#kit/server/config/config.ts'

/** So many people's browsers are asked, after each start; those of so few mean nothing yet. */
const asked = 50
const enough = 5

/** Warns once if most people's browsers have another time than TIME_ZONE. */
export function watchTimeZones(app: FastifyInstance, { timeZone }: Pick<Config, 'timeZone'>): void {
  const people = new Map<number, string>()
  let isSaid = false
  app.addHook('onRequest', async ({ viewer, headers }) => {
    const zone = headers[timeZoneHeader]
    if (isSaid || !viewer || typeof zone !== 'string' || people.has(viewer.id) || people.size >= asked) return
    if (!isTimeZone(zone)) return
    people.set(viewer.id, zone)
    const others = [...people.values()].filter(other => !isSameTime(other, timeZone, new Date()))
    if (people.size < enough || others.length * 2 <= people.size) return
    isSaid = true
    app.log.warn(
      `TIME_ZONE: lunches follow ${timeZone}, but most people’s browsers are elsewhere, such as in ${zone}`,
    )
  })
}
