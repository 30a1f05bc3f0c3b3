import { clsx } from 'clsx'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import { describeOpenState, isClosedForLunch, openClock } from '../opening/open-state.ts'
import type { OpeningTime } from '../opening/opening-times.ts'

type Clock = ReturnType<typeof openClock>
let last: { minute: number; zone: string; clock: Clock } | undefined

/** Tells by opening times whether a place is open this minute. All places share one clock: it is costly to create. */
export function useOpenClock(): { now: Date; zone: string; stateOf: Clock } {
  const now = useServerMinute()
  const { timeZone: zone } = usePublicConfig()
  const minute = now.getTime()
  if (last?.minute !== minute || last.zone !== zone) last = { minute, zone, clock: openClock(now, zone) }
  return { now, zone, stateOf: last.clock }
}

interface OpenNowProps {
  openingTimes: readonly OpeningTime[] | null
  className?: string
}

/** 'Open · until 2:30 PM', updated every minute; nothing if the opening times are unknown. What still opens is quiet. */
export function OpenNow({ openingTimes, className }: OpenNowProps) {
  const { now, zone, stateOf } = useOpenClock()
  const state = stateOf(openingTimes)
  const text = describeOpenState(state, now, zone)
  if (text === null) return null
  const color = isClosedForLunch(state, now, zone) ? 'text-brick-ink' : colors[state.state]
  return <span className={clsx('font-semibold', color, className)}>{text}</span>
}

const colors = {
  open: 'text-olive-ink',
  closing: 'text-saffron-ink',
  closed: 'text-muted',
  unknown: '',
}
