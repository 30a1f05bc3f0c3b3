import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unsubscribe } from '#features/push/web/push-subscription.ts'
import { logout } from '#kit/contract/logout.ts'
import { type ApiError, call } from '#kit/web/api/call.ts'
import { checkConnection } from '#kit/web/api/connection.ts'
import { hasLeft, leaveSession } from '#kit/web/api/viewer-cookie.ts'
import { navigate } from '#kit/web/router/router.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { sessionEnded } from './viewer.ts'

/** How long, in milliseconds, the server may take before this browser leaves the session without it. */
const patience = 5_000

/** Signs out, also where the server can't be reached or is busy: `call` then ends the session before anything else. */
export function useLogout() {
  const queryClient = useQueryClient()
  return useMutation<string | undefined, ApiError>({
    mutationFn: async () => {
      leaveSession()
      try {
        const reply = await call(logout, undefined, { signal: AbortSignal.timeout(patience) })
        return reply?.endSessionUrl
      } catch (error) {
        // Storage is blocked, so that this browser can't remember it.
        if (!hasLeft()) throw error
        return undefined
      }
    },
    onSuccess: endSessionUrl => {
      const isUntold = hasLeft()
      sessionEnded(queryClient, { signedOut: true })
      void unsubscribe()
      if (endSessionUrl) return location.assign(endSessionUrl)
      if (isUntold) void checkConnection(queryClient)
      toast({
        title: 'Logged out',
        ...(isUntold && { description: 'In this browser. The server follows as soon as it can be reached.' }),
      })
      return navigate({ to: '/auth', ignoreBlocker: true })
    },
    onError: ({ message }) => toast({ title: 'Error', description: message, variant: 'destructive' }),
  })
}
