import type { FastifyInstance } from 'fastify'
import { localDate } from '#kit/rules/time/zoned-time.ts'
import { seconds } from '#kit/rules/units.ts'
import type { Deps } from '#kit/server/deps.ts'

/** Saves only this often, because when everything is slow, recording it must not make it slower. */
const saveAfter = 5 * seconds

type SlowRequests = { day: string; route: string; count: number; longest: number }

/** Counts the requests that took over a second, by day and route, for the overview. */
export function countSlowRequests(
  app: FastifyInstance,
  { now, config, log }: Pick<Deps, 'now' | 'config' | 'log'>,
  add: (slow: SlowRequests[]) => Promise<void>,
  slow = 1 * seconds,
): void {
  const counted = new Map<string, SlowRequests>()
  let timer: NodeJS.Timeout | undefined

  const save = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted.clear()
    if (rows.length === 0) return
    await add(rows).catch(error => log.warn({ err: error }, 'slow requests were not counted'))
  }
  app.onRequestEnd(({ method, route: template, milliseconds, isStream }) => {
    // A stream of events is meant to last.
    if (milliseconds < slow || isStream) return
    const [day, route] = [localDate(now(), config.timeZone), `${method} ${template}`]
    const { count = 0, longest = 0 } = counted.get(`${day} ${route}`) ?? {}
    const took = Math.round(milliseconds)
    counted.set(`${day} ${route}`, { day, route, count: count + 1, longest: Math.max(longest, took) })
    timer ??= setTimeout(() => void save(), saveAfter).unref()
  })
  app.addHook('onClose', save)
}
