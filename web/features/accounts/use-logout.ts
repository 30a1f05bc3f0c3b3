import { useQueryClient } from '@tanstack/react-query'
import { logout } from '#contract/sessions.ts'
import { unsubscribe } from '#web/api/push-subscription.ts'
import { useWrite } from '#web/api/use-write.ts'
import { sessionEnded } from '#web/api/viewer.ts'
import { navigate } from '#web/lib/router/router.ts'
import { toast } from '#web/ui/toast-store.ts'

export function useLogout() {
  const queryClient = useQueryClient()
  return useWrite(logout, {
    stale: [],
    onSuccess: reply => {
      sessionEnded(queryClient, { signedOut: true })
      void unsubscribe()
      if (reply) return location.assign(reply.endSessionUrl)
      toast({ title: 'Logged out' })
      return navigate({ to: '/auth', ignoreBlocker: true })
    },
    failed: 'Error',
  })
}
