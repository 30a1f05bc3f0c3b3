import { useRef } from 'react'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { addVisit, hideRestaurant, listHidden, removeVisit, showRestaurant } from '../contract.ts'

/** 'We ate here', with Undo, unless today's visit existed before. The name is one for sentences. */
export function useAddVisit(restaurant: { id: number; name: string }) {
  const isNew = useRef(true)
  const remove = useWrite(removeVisit, {
    touches: ['visits'],
    done: 'Visit removed',
    failed: 'Failed to remove the visit',
  })
  return useWrite(addVisit, {
    touches: ['visits'],
    callOptions: () => ({
      onReply: ({ status }) => {
        isNew.current = status === 201
      },
    }),
    done: ({ id }) =>
      isNew.current
        ? {
            title: 'Visit added',
            description: `You ate at ${restaurant.name} today.`,
            action: { label: 'Undo', onClick: () => remove.mutate({ params: { id: String(id) } }) },
          }
        : { title: 'You ate here today already', description: restaurant.name, variant: 'info' },
    failed: 'Failed to add the visit',
  })
}

/** 'Not for me' and its reversal: updates optimistically, with Undo. The name is one for sentences. */
export function useSetHidden({ id, name }: { id: number; name: string }) {
  const scope = { id: `hidden-${id}` }
  const input = { params: { restaurantId: String(id) } }
  const show = useWrite(showRestaurant, {
    touches: ['hidden places'],
    scope,
    done: () => ({ title: `${name} is back in your list` }),
    failed: 'Failed to bring it back',
    optimistic: () => [patchCached(listHidden, list => list.filter(other => other !== id))],
  })
  const hide = useWrite(hideRestaurant, {
    touches: ['hidden places'],
    scope,
    done: () => ({
      title: `${name} is hidden`,
      description: 'It stays out of your list, picks and suggestions.',
      variant: 'default',
      action: { label: 'Undo', onClick: () => show.mutate(input) },
    }),
    failed: 'Failed to hide it',
    optimistic: () => [patchCached(listHidden, list => [...list.filter(other => other !== id), id])],
  })
  return (hidden: boolean) => (hidden ? hide : show).mutate(input)
}
