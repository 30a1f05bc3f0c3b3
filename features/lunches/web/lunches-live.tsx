import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEvents } from '#kit/web/api/events.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type Lunch, listLunches, lunchEvents } from '../contract.ts'
import { type LunchNews, newsOf } from './lunch-news.ts'
import { putLunch, setLunches, useLunches } from './use-lunches.ts'

const pollInterval = 15_000
/** Length of the draw animation in ms (motion.css). The toast waits for it, so as not to reveal the result. */
const drawDurationMs = 900

/** Keeps the lunches up to date on every page and announces news about them. Mounted once. */
export function LunchesLive({ viewerId }: { viewerId: number }) {
  const queryClient = useQueryClient()
  const state = useEvents(lunchEvents, event => {
    if (event.event === 'lunches') setLunches(queryClient, event.data)
    else putLunch(queryClient, event.data)
  })
  useQuery({
    ...read(listLunches),
    enabled: state === 'lost',
    staleTime: pollInterval,
    refetchInterval: pollInterval,
    notifyOnChangeProps: [],
  })
  return <News viewerId={viewerId} />
}

function News({ viewerId }: { viewerId: number }) {
  const { timeZone } = usePublicConfig()
  const lunches = useLunches()
  const before = useRef<Lunch[]>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const say = useEffectEvent((news: LunchNews[]) => {
    const announcements = news.flatMap(({ announcement: text }) => text ?? [])
    if (announcements.length > 0) setAnnouncement(announcements.join(' '))
    for (const { toast: message, isDrawn, opens } of news) {
      const action = opens && { label: 'Open it', onClick: () => urlParams.open({ lunch: opens }) }
      if (message)
        setTimeout(() => toast({ ...message, ...(action && { action }) }), isDrawn ? drawDurationMs : 0)
    }
  })
  useEffect(() => {
    const known = before.current
    before.current = lunches
    if (!known || !lunches) return
    say(newsOf(known, lunches, { viewerId, timeZone, now: serverNow() }))
  }, [lunches, viewerId, timeZone])
  return <LiveText aria-live="polite">{announcement}</LiveText>
}
