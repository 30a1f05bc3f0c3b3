import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEvents } from '#kit/web/api/events.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { serverNow } from '#kit/web/browser/server-clock.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { LiveText } from '#kit/web/ui/live-text.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type Lunch, listLunches, lunchEvents, reopenLunch } from '../contract.ts'
import { type LunchNews, newsOf } from './lunch-news.ts'
import { drawDurationMs } from './lunch-texts.ts'
import { putLunch, setLunches, useLunches } from './use-lunches.ts'

const pollInterval = 15_000

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
  const queryClient = useQueryClient()
  const reopen = useWrite(reopenLunch, {
    touches: [],
    onSuccess: lunch => putLunch(queryClient, lunch),
    failed: 'Couldn’t open the vote again',
  })
  const say = useEffectEvent((news: LunchNews[]) => {
    const announcements = news.flatMap(({ announcement: text }) => text ?? [])
    if (announcements.length > 0) setAnnouncement(announcements.join(' '))
    for (const { toast: message, opens, takesBack } of news) {
      const action = takesBack
        ? { label: 'Take it back', onClick: () => reopen.mutate({ params: { id: takesBack } }) }
        : opens && { label: 'Open it', onClick: () => urlParams.open({ lunch: opens }) }
      if (message) toast({ ...message, ...(action && { action }) })
    }
  })
  useEffect(() => {
    const known = before.current
    before.current = lunches
    if (!known || !lunches) return
    const news = newsOf(known, lunches, { viewerId, timeZone, now: serverNow() })
    say(news.filter(({ isDrawn }) => !isDrawn))
    const drawn = news.filter(({ isDrawn }) => isDrawn)
    if (drawn.length > 0) setTimeout(() => say(drawn), drawDurationMs)
  }, [lunches, viewerId, timeZone])
  return <LiveText aria-live="polite">{announcement}</LiveText>
}
