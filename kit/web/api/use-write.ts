import { type QueryClient, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type ApiError, type CallOptions, call } from './call.ts'
import { notSavedYet, sendShown } from './connection.ts'
import { refresh } from './queries.ts'

type Undo = () => void
type Options<E extends Endpoint> = UseMutationOptions<Reply<E>, ApiError, CallInput<E>, Undo | undefined>

interface WriteOptions<E extends Endpoint> extends Omit<Options<E>, 'onMutate'> {
  /** The topics that it may change: what is made of them (`topics` of the endpoints) is refetched afterwards. */
  touches: readonly string[]
  /** The success toast, or just its title; undefined for none. */
  done?: string | ((reply: Reply<E>, input: CallInput<E>) => string | ToastMessage | undefined)
  /** The title of the error toast, which the server's message follows; undefined for none. */
  failed?: string | ((error: ApiError, input: CallInput<E>) => string | ToastMessage | undefined)
  /** Field errors go here instead of into a toast. */
  form?: { showErrors: (error: ApiError) => boolean }
  /** Shows the change before the server has responded; returns a function that rolls it back. */
  optimistic?: (queryClient: QueryClient, input: CallInput<E>) => Promise<Undo>
  /** Evaluated for each call: progress, abort signal. */
  callOptions?: () => CallOptions
}

/**
 * The mutation of an endpoint, which reports its outcome in a toast. Afterwards, it refetches what it touches,
 * whether it succeeded or not.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  { touches, done, failed, form, optimistic, callOptions, ...mutation }: WriteOptions<E>,
) {
  const queryClient = useQueryClient()
  const write = useMutation<Reply<E>, ApiError, CallInput<E>, Undo | undefined>({
    mutationFn: input => {
      const send = (options?: CallOptions) => call(endpoint, input, { ...callOptions?.(), ...options })
      return optimistic ? sendShown(queryClient, send) : send()
    },
    ...mutation,
    ...(optimistic && { onMutate: input => optimistic(queryClient, input) }),
    onSuccess: async (reply, input, ...rest) => {
      await mutation.onSuccess?.(reply, input, ...rest)
      const message = typeof done === 'function' ? done(reply, input) : done
      if (message) toast({ variant: 'success', ...toMessage(message) })
    },
    onError: async (error, input, undo, context) => {
      undo?.()
      await mutation.onError?.(error, input, undo, context)
      if (form?.showErrors(error)) return
      const message = typeof failed === 'function' ? failed(error, input) : failed
      if (message)
        toast({
          variant: 'destructive',
          description: error.message,
          ...toMessage(message),
          ...(optimistic && notSavedYet(error, () => write.mutate(input))),
        })
    },
    onSettled: (...settled) => {
      void refresh(queryClient, touches)
      return mutation.onSettled?.(...settled)
    },
  })
  return write
}

const toMessage = (message: string | ToastMessage) =>
  typeof message === 'string' ? { title: message } : message
