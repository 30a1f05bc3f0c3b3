import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { read } from '#kit/web/api/queries.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'
import type { Lunch } from '../../contract.ts'
import { overlap } from '../../lunch-times.ts'
import { everyTitle } from '../../standing-lunches.ts'
import { listStandingLunches } from '../../standing-lunches-contract.ts'
import { isIn, isUpcoming } from '../lunch-texts.ts'
import { useLunches } from '../use-lunches.ts'

/** 'Every Tuesday', for a lunch that a standing lunch made; inside a line of text. */
export function StandingText({ lunch }: { lunch: Lunch }) {
  const isMissed = useIsMissed(lunch)
  if (!lunch.standing) return null
  return (
    <>
      <Repeat className="mr-1 mb-0.5 inline size-3" />
      {everyTitle(lunch.standing.weekdays)}
      {isMissed && ` · ${missedText}`}
    </>
  )
}

export const missedText = 'You are in another lunch'

/** Whether the viewer comes every time, but not this one, because of another lunch at about the same time. */
export function useIsMissed(lunch: Lunch): boolean {
  const viewer = useSignedIn()
  const now = useServerMinute()
  const lunches = useLunches() ?? []
  const isBusy =
    Boolean(lunch.standing) &&
    isUpcoming(lunch, now) &&
    !isIn(lunch, viewer.id) &&
    lunches.some(
      other =>
        other.id !== lunch.id &&
        isUpcoming(other, now) &&
        isIn(other, viewer.id) &&
        overlap(new Date(other.leavesAt), new Date(lunch.leavesAt)),
    )
  const { data } = useQuery({ ...read(listStandingLunches), enabled: isBusy })
  const standing = data?.find(({ id }) => id === lunch.standing?.id)
  return isBusy && Boolean(standing?.regulars.some(({ id }) => id === viewer.id))
}
