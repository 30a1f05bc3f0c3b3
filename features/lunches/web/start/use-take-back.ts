import { useQueryClient } from '@tanstack/react-query'
import { errorField } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { urlParams } from '#kit/web/router/search-params.ts'
import { cancelLunch } from '../../contract.ts'
import { noteOwnChange } from '../lunch-news.ts'
import { knownLunches, putLunch } from '../use-lunches.ts'

/** Cancels a lunch that the viewer has just started, unless someone has joined it meanwhile. */
export function useTakeBack(): (lunchId: number) => void {
  const queryClient = useQueryClient()
  const cancel = useWrite(cancelLunch, {
    touches: [],
    done: (_, { params }) => {
      const id = Number(params.id)
      const lunch = knownLunches(queryClient).find(known => known.id === id)
      if (lunch) putLunch(queryClient, { ...lunch, state: 'cancelled', host: null, people: [] })
      if (urlParams.has('lunch', id)) urlParams.close('lunch')
      return 'Lunch taken back'
    },
    failed: (error, { params }) =>
      errorField(error, 'code') === 'lunch_joined'
        ? {
            title: 'Somebody has joined already',
            description: 'The lunch stays. In its page you can be out, or cancel it for everyone.',
            variant: 'warning',
            ...(!urlParams.has('lunch', Number(params.id)) && {
              action: { label: 'Open it', onClick: () => urlParams.open({ lunch: Number(params.id) }) },
            }),
          }
        : 'Couldn’t take it back',
  })
  return id => {
    noteOwnChange(id)
    cancel.mutate({ params: { id }, query: { ifAlone: '1' } })
  }
}
