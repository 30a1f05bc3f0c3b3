import { notifyManager, useQueryClient } from '@tanstack/react-query'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { type CallOptions, call, errorField } from '#kit/web/api/call.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import type { ToastMessage } from '#kit/web/ui/toasts/toast-store.ts'
import {
  addLunchOption,
  cancelLunch,
  changeLunch,
  joinLunch,
  type Lunch,
  leaveLunch,
  reopenLunch,
  saveVotes,
  settleLunch,
} from '../contract.ts'
import type { LunchPerson } from '../lunch-options.ts'
import { hostText, leaveText } from './dialog/leaving-texts.ts'
import { noteOwnChange } from './lunch-news.ts'
import { isIn, placeLabel, timeLabel } from './lunch-texts.ts'
import { offerPush } from './offer-push.ts'
import { placeNames } from './place-names.ts'
import { knownLunches, patchLunch, putLunch } from './use-lunches.ts'

/** How many others would be in two lunches, for which nothing was saved; undefined if something else is wrong. */
export const doubleBookedBy = (error: unknown): number | undefined =>
  Number(errorField(error, 'doubleBooked')) || undefined

type Write = {
  send: (options?: CallOptions) => Promise<Lunch>
  /** The change to show before the server responds. */
  shown?: (lunch: Lunch) => Lunch
  /** The success toast; undefined if the change is announced to everyone as news. */
  done: (lunch: Lunch) => ToastMessage | undefined
  /** The others in the lunch get this as news, so the viewer's own tab must not announce it again. */
  isNews?: true
  /** The form asks about others' lunches. */
  asks?: true
  /** Retries and leaves the viewer's other lunch; only for writes that fail because of that one. */
  move?: () => void
}

/** The writes for one lunch, with optimistic updates that are rolled back on errors. */
export function useLunchWrites(lunch: Lunch) {
  const viewer = useSignedIn()
  const { timeZone, push } = usePublicConfig()
  const queryClient = useQueryClient()
  const params = { id: lunch.id }
  const me: LunchPerson = {
    id: viewer.id,
    firstName: viewer.firstName,
    lastName: viewer.lastName,
    profileImageUrl: viewer.profileImageUrl,
  }

  const {
    mutate: write,
    mutateAsync,
    isPending,
  } = useSend<Lunch, Write>(
    ({ send, isNews }, options) => {
      if (isNews) noteOwnChange(lunch.id)
      return send(options)
    },
    {
      // Events keep the lunches current.
      touches: [],
      // Serialized, so that the later of two quick votes wins.
      scope: { id: `lunch ${lunch.id}` },
      optimistic: ({ shown }) => (shown ? [patchLunch(lunch.id, shown)] : []),
      onSuccess: (changed, { isNews }, undo) => {
        if (isNews) noteOwnChange(lunch.id)
        // The server's lunch contains the change.
        notifyManager.batch(() => {
          undo()
          putLunch(queryClient, changed)
        })
      },
      done: (changed, { done }) => done(changed),
      failed: (error, { move, asks }) => {
        if (asks && doubleBookedBy(error)) return undefined
        const otherId = errorField(error, 'lunchId')
        const action = move && otherId !== undefined && { label: 'Move here', onClick: move }
        if (error.status !== 409) return { title: 'Couldn’t save', ...(action && { action }) }
        return {
          title: error.message,
          description: leaveText(knownLunches(queryClient), otherId, me.id),
          variant: 'warning',
          ...(action && { action }),
        }
      },
    },
  )

  const labelOf = (changed: Lunch) => placeLabel(changed, knownLunches(queryClient))
  const where = (changed: Lunch) => `${labelOf(changed)}, ${timeLabel(changed.leavesAt, timeZone)}`
  const withMe = (people: LunchPerson[]) => [...without(people, me.id), me]

  const join = (move = false) =>
    write({
      send: options => call(joinLunch, { params, body: move ? { move } : {} }, options),
      shown: before => ({ ...before, people: withMe(before.people) }),
      done: changed => ({ title: 'You’re in', description: where(changed), ...offerPush(push) }),
      move: () => join(true),
    })
  const vote = (votes: { restaurantIds: number[]; before: number[] }, pressed: Element, move = false) => {
    const isJoining = !isIn(lunch, me.id)
    write({
      send: options => call(saveVotes, { params, body: { ...votes, ...(move && { move }) } }, options),
      shown: before => ({
        ...before,
        people: before.people.some(({ id }) => id === me.id) ? before.people : withMe(before.people),
        options: before.options.map(option => ({
          ...option,
          voters: votes.restaurantIds.includes(option.restaurantId)
            ? withMe(option.voters)
            : without(option.voters, me.id),
        })),
      }),
      done: changed => ({
        ...(isJoining
          ? { title: 'You’re in', description: votedFor(changed, votes.restaurantIds), ...offerPush(push) }
          : { title: 'Vote saved' }),
        awayFrom: pressed,
      }),
      move: () => vote(votes, pressed, true),
    })
  }
  /** 'Your vote: Pho Vinh, 12:05 PM' */
  const votedFor = (changed: Lunch, restaurantIds: number[]) => {
    const { nameOf } = placeNames(changed, knownLunches(queryClient))
    const chosen = changed.options.filter(({ restaurantId }) => restaurantIds.includes(restaurantId))
    return `Your vote: ${[...chosen.map(nameOf), timeLabel(changed.leavesAt, timeZone)].join(', ')}`
  }

  /** Takes back that the host left, with the votes that they had. */
  const comeBack = (votes: number[], move = false) =>
    write({
      send: async () => {
        const joined = await call(joinLunch, { params, body: { hostAgain: true, ...(move && { move }) } })
        if (votes.length === 0 || joined.state !== 'voting') return joined
        // A place that was voted for may be gone by now.
        return call(saveVotes, { params, body: { restaurantIds: votes } }).catch(() => joined)
      },
      done: changed =>
        changed.host?.id === me.id
          ? { title: 'You’re the host again', description: where(changed) }
          : { title: 'You’re in', description: hostText(changed) },
      isNews: true,
      move: () => comeBack(votes, true),
    })

  return {
    isPending,
    join: () => join(),
    /** `pressed` isn't covered by what confirms it. */
    vote: (restaurantIds: number[], before: number[], pressed: Element) =>
      vote({ restaurantIds, before }, pressed),
    leave: () =>
      write({
        send: options => call(leaveLunch, { params }, options),
        shown: before => ({
          ...before,
          people: without(before.people, me.id),
          options: before.options.map(option => ({ ...option, voters: without(option.voters, me.id) })),
        }),
        done: changed => {
          const isHandedOver = lunch.host?.id === me.id && changed.host?.id !== me.id
          if (!isHandedOver) return { title: 'You’re out' }
          const votes = lunch.options.filter(({ voters }) => voters.some(({ id }) => id === me.id))
          const onClick = () => comeBack(votes.map(({ restaurantId }) => restaurantId))
          return { title: 'You’re out', description: hostText(changed), action: { label: 'Undo', onClick } }
        },
        isNews: true,
      }),
    addPlace: (restaurantId: number, name: string) =>
      write({
        send: () => call(addLunchOption, { params, body: { restaurantId } }),
        done: changed => ({
          title: 'Place added',
          description: placeNames(changed, knownLunches(queryClient)).nameOf({ restaurantId, name }),
        }),
      }),
    closeVote: (restaurantId?: number) =>
      write({
        send: () => call(settleLunch, { params, body: restaurantId === undefined ? {} : { restaurantId } }),
        done: changed => (lunch.state === 'voting' ? undefined : { title: `${labelOf(changed)} it is` }),
      }),
    reopen: () =>
      write({
        send: () => call(reopenLunch, { params }),
        done: () => ({ title: 'The vote is open again' }),
        isNews: true,
      }),
    change: (body: NonNullable<CallInput<typeof changeLunch>['body']>) =>
      mutateAsync({
        send: () => call(changeLunch, { params, body }),
        done: changed => ({ title: 'Lunch saved', description: where(changed) }),
        isNews: true,
        asks: true,
      }),
    cancel: () =>
      write({
        send: async options => {
          await call(cancelLunch, { params }, options)
          return { ...lunch, state: 'cancelled' }
        },
        shown: before => ({ ...before, state: 'cancelled' }),
        done: () => ({ title: 'Lunch cancelled', description: where(lunch) }),
        isNews: true,
      }),
  }
}

export type LunchWrites = ReturnType<typeof useLunchWrites>

const without = (people: LunchPerson[], userId: number) => people.filter(({ id }) => id !== userId)
