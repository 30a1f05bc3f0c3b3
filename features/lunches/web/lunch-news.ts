import { sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { ToastMessage } from '#kit/web/ui/toasts/toast-store.ts'
import type { Lunch } from '../contract.ts'
import {
  isIn,
  isNews,
  lunchLabel,
  otherLunch,
  outcomeSentence,
  placeLabel,
  timeLabel,
  whenLabel,
} from './lunch-texts.ts'

export type LunchNews = {
  toast?: ToastMessage
  announcement?: string
  /** The place was drawn by lot, which everyone watches first. */
  isDrawn?: true
  /** The lunch whose page the toast opens. */
  opens?: number
  /** The lunch whose vote the viewer has closed and may open again. */
  takesBack?: number
}

/** Compares two states of the lunches: how votes ended, and what changed in the viewer's own lunches. */
export function newsOf(
  before: readonly Lunch[],
  after: readonly Lunch[],
  { viewerId, timeZone, now }: { viewerId: number; timeZone: string; now: Date },
): LunchNews[] {
  const known = new Map(before.map(lunch => [lunch.id, lunch]))
  return after.flatMap((lunch): LunchNews[] => {
    const last = known.get(lunch.id)
    if (!last || last.version === lunch.version || !isNews(lunch, now)) return []
    const wasIn = isIn(last, viewerId)
    const at = whenLabel(lunch.leavesAt, now, timeZone)
    const meets = meetingNews(last, lunch)
    // A vote may end without a place, and the host may choose one afterwards.
    const isNewlyDecided = last.state === 'voting' || (last.decision === null && lunch.decision !== null)
    if (isNewlyDecided && lunch.state === 'decided') {
      const announcement = `Lunch at ${at}: ${outcomeSentence(lunch, after)}`
      const drawn = lunch.decision?.how === 'draw' && { isDrawn: true as const }
      if (!wasIn) return [{ announcement, ...drawn }]
      const title = lunch.decision ? `${placeLabel(lunch, after)} it is` : 'The vote ended without a place'
      const toast = {
        title,
        description: [`Lunch at ${at}`, ...meets].join('. '),
        spoken: [announcement, ...meets].join(' '),
      }
      const mayTakeBack = lunch.host?.id === viewerId && lunch.decision?.takeBackUntil !== undefined
      return [{ toast, ...drawn, ...(mayTakeBack && { takesBack: lunch.id }) }]
    }
    if (!wasIn || isOwnChange(lunch.id)) return []
    if (last.state !== 'cancelled' && lunch.state === 'cancelled')
      return [
        {
          toast: {
            title: 'Lunch cancelled',
            description: `${placeLabel(last, after)}, ${at}`,
            variant: 'warning',
          },
        },
      ]
    if (last.state === 'decided' && lunch.state === 'voting')
      return [{ toast: { title: 'The vote is open again', description: `Lunch at ${at}` }, opens: lunch.id }]
    const isMoved = last.leavesAt !== lunch.leavesAt
    const other = isMoved ? otherLunch(lunch, after, viewerId, now) : undefined
    const isVoteShorter = endsEarlier(last, lunch, viewerId)
    const [title, ...more] = [
      ...(isMoved ? [`Lunch moved to ${at}`] : []),
      ...meets,
      ...(isVoteShorter ? [`Vote until ${timeLabel(lunch.decidesAt ?? at, timeZone)}`] : []),
    ]
    if (title) {
      const which = `${placeLabel(lunch, after)}${isMoved ? '' : `, ${at}`}`
      const alsoIn = other && `You’re also in ${lunchLabel(other, now, timeZone, after)}. Leave one of them.`
      const toast = { title, description: [...more, alsoIn ?? which].join('. ') }
      const variant = other ? ('warning' as const) : ('info' as const)
      return [{ toast: { ...toast, variant }, ...((other || isVoteShorter) && { opens: lunch.id }) }]
    }
    if (last.host?.id !== viewerId && lunch.host?.id === viewerId && isIn(lunch, viewerId))
      return [{ toast: { title: 'You’re the host now', description: `${placeLabel(lunch, after)}, ${at}` } }]
    if (last.host?.id === viewerId && lunch.host && lunch.host.id !== viewerId && isIn(lunch, viewerId)) {
      const title = sentence`${fullName(lunch.host)} is the host again`
      return [{ toast: { title, description: `${placeLabel(lunch, after)}, ${at}` } }]
    }
    const lost = placesLost(lunch, viewerId).find(
      ({ restaurantId }) => !placesLost(last, viewerId).some(known => known.restaurantId === restaurantId),
    )
    if (lost) {
      const title = sentence`${lost.name} is no longer available`
      const description =
        lunch.state === 'voting' ? 'Your vote for it doesn’t count.' : 'You can open the vote again.'
      return [{ toast: { title, description, variant: 'warning' }, opens: lunch.id }]
    }
    return []
  })
}

/** In the words of the notification; empty if they still meet there. */
function meetingNews(last: Lunch, { meetingPoint }: Lunch): string[] {
  if (last.meetingPoint === meetingPoint) return []
  return [meetingPoint === null ? 'No meeting point any more' : sentence`Now meets at ${meetingPoint}`]
}

/** Whether the viewer, who hasn't voted, has less time left to vote than they knew. */
const endsEarlier = (last: Lunch, { state, decidesAt, options }: Lunch, viewerId: number): boolean =>
  state === 'voting' &&
  (decidesAt ?? '') < (last.decidesAt ?? '') &&
  !options.some(({ voters }) => voters.some(({ id }) => id === viewerId))

/** The places that the viewer chose, as a voter or as the host, and that have gone. */
function placesLost(
  { gone = [], decision, host }: Lunch,
  viewerId: number,
): { restaurantId: number; name: string }[] {
  if (decision) return decision.gone && host?.id === viewerId ? [decision] : []
  return gone.filter(({ voters }) => voters.some(({ id }) => id === viewerId))
}

// The viewer's own recent changes are not news: the button's toast already confirms them. Joining and voting aren't
// noted here, since what others do right afterwards must still be announced.
const ownChanges = new Map<number, number>()
const isOwnChange = (id: number) => performance.now() < (ownChanges.get(id) ?? 0)

export function noteOwnChange(id: number): void {
  ownChanges.set(id, performance.now() + 5_000)
}
