import { type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { CallInput, Endpoint, Reply } from '#kit/contract/endpoint.ts'
import { type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'
import { type ApiError, type CallOptions, call } from './call.ts'
import { notSavedYet, sendShown } from './connection.ts'
import type { Patch } from './patch-cached.ts'
import { refresh } from './queries.ts'

type Undo = () => void

interface WriteOptions<Saved, Input>
  extends Omit<UseMutationOptions<Saved, ApiError, Input, Undo>, 'onMutate' | 'mutationFn'> {
  /** The topics that it may change: what is made of them (`topics` of the endpoints) is refetched afterwards. */
  touches: readonly string[]
  /** Pending until that is shown, unless the write failed. */
  waits?: boolean
  /** The success toast, or just its title; undefined for none. */
  done?: string | ((reply: Saved, input: Input) => string | ToastMessage | undefined)
  /** The title of the error toast, which the server's message follows; undefined for none. */
  failed?: string | ((error: ApiError, input: Input) => string | ToastMessage | undefined)
  /** Field errors go here instead of into a toast. */
  form?: { showErrors: (error: ApiError) => boolean }
  /** Shows the change before the server has responded, and rolls it back on errors. */
  optimistic?: (input: Input) => readonly Patch[]
}

interface CallWriteOptions<E extends Endpoint> extends WriteOptions<Reply<E>, CallInput<E>> {
  /** Evaluated for each call: progress, abort signal. */
  callOptions?: () => CallOptions
}

/**
 * The mutation of an endpoint, which reports its outcome in a toast. Afterwards, it refetches what it touches,
 * whether it succeeded or not.
 */
export const useWrite = <E extends Endpoint>(endpoint: E, { callOptions, ...options }: CallWriteOptions<E>) =>
  useSend<Reply<E>, CallInput<E>>(
    (input, shown) => call(endpoint, input, { ...callOptions?.(), ...shown }),
    options,
  )

/** The same for a write that calls one of several endpoints, or several: `send` calls them with these options. */
export function useSend<Saved, Input>(
  send: (input: Input, options?: CallOptions) => Promise<Saved>,
  {
    touches,
    waits,
    mutationKey = ['write', touches],
    done,
    failed,
    form,
    optimistic,
    ...mutation
  }: WriteOptions<Saved, Input>,
) {
  const queryClient = useQueryClient()
  const patchesOf = (input: Input) => optimistic?.(input) ?? []
  const write = useMutation<Saved, ApiError, Input, Undo>({
    ...mutation,
    mutationKey,
    mutationFn: input =>
      patchesOf(input).length > 0 ? sendShown(queryClient, options => send(input, options)) : send(input),
    onMutate: async input => {
      const undos = await Promise.all(patchesOf(input).map(patch => patch(queryClient)))
      return () => {
        for (const undo of undos) undo()
      }
    },
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
          ...(patchesOf(input).length > 0 && notSavedYet(error, () => write.mutate(input))),
        })
    },
    onSettled: async (reply, error, ...rest) => {
      // Only after the last of several optimistic ones: between two, what is shown would jump back to the first.
      const isLast = !optimistic || queryClient.isMutating({ mutationKey }) <= 1
      const shown = isLast && refresh(queryClient, touches)
      await mutation.onSettled?.(reply, error, ...rest)
      // The network may not answer after an error.
      if (waits && !error) await shown
    },
  })
  return write
}

const toMessage = (message: string | ToastMessage) =>
  typeof message === 'string' ? { title: message } : message
