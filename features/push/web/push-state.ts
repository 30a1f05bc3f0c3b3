import { queryOptions } from '@tanstack/react-query'
import { type ApiError, call } from '#kit/web/api/call.ts'
import { keyOf } from '#kit/web/api/queries.ts'
import { getPush, type PushState } from '../contract.ts'
import { endpointHash } from './push-subscription.ts'

/** What the viewer is notified of, and on which devices; whether this is one of them. */
export const pushState = queryOptions<PushState, ApiError>({
  queryKey: keyOf(getPush, `${getPush.path}?this`),
  queryFn: async ({ signal }) => {
    const endpoint = await endpointHash()
    return call(getPush, { query: endpoint === undefined ? {} : { endpoint } }, { signal })
  },
})
