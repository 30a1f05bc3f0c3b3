import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import type { CallInput, Endpoint, Reply } from '#contract/endpoint.ts'
import { type ToastMessage, toast } from '#web/ui/toast-store.ts'
import type { ApiError, CallOptions } from './call.ts'
import { putFieldErrors } from './field-errors.ts'
import { useWrite } from './queries.ts'

type Undo = () => void

interface ToastedWrite<E extends Endpoint, Values extends FieldValues> {
  /** The endpoints to refetch afterwards. */
  stale: readonly Endpoint[]
  /** The success toast, or just its title; undefined for none. */
  done: string | ((reply: Reply<E>, input: CallInput<E>) => string | ToastMessage | undefined)
  /** The title of the error toast; the server's message follows it. */
  failed: string | ((error: ApiError) => ToastMessage)
  /** Field errors go here instead of into a toast. */
  form?: Pick<UseFormReturn<Values, unknown, never>, 'setError' | 'getValues'>
  /** Shows the change before the server has responded; returns a function that rolls it back. */
  optimistic?: (queryClient: QueryClient, input: CallInput<E>) => Promise<Undo>
  /** Writes of one scope run one after the other, so that the last one wins. */
  scope?: { id: string }
  /** Evaluated for each call. */
  callOptions?: () => CallOptions
}

/** A write that reports its outcome in a toast. */
export function useToastedWrite<E extends Endpoint, Values extends FieldValues = FieldValues>(
  endpoint: E,
  { stale, done, failed, form, optimistic, scope, callOptions }: ToastedWrite<E, Values>,
) {
  const queryClient = useQueryClient()
  return useWrite<E, Undo | undefined>(endpoint, {
    stale,
    ...(scope && { scope }),
    ...(callOptions && { callOptions }),
    ...(optimistic && { onMutate: input => optimistic(queryClient, input) }),
    onSuccess: (reply, input) => {
      const message = typeof done === 'function' ? done(reply, input) : done
      if (message) toast({ variant: 'success', ...toMessage(message) })
    },
    onError: (error, _input, undo) => {
      undo?.()
      if (form && putFieldErrors(error, form)) return
      const message = typeof failed === 'function' ? failed(error) : failed
      toast({ variant: 'destructive', description: error.message, ...toMessage(message) })
    },
  })
}

const toMessage = (message: string | ToastMessage) =>
  typeof message === 'string' ? { title: message } : message
