import { useQueryClient } from '@tanstack/react-query'
import { getSetting, saveSetting } from '#contract/settings.ts'
import { patchCached, useWrite } from '#web/api/queries.ts'
import { toast } from '#web/ui/toast-store.ts'

/** Turns registration on and off: seen at once, and taken back when it can't be saved. */
export function useRegistrationSwitch() {
  const queryClient = useQueryClient()
  const write = useWrite(saveSetting, {
    stale: [getSetting],
    // One flip after the other, so that the last one holds.
    scope: { id: 'registration switch' },
    onMutate: ({ body }) =>
      patchCached(queryClient, getSetting, setting =>
        setting.key === body.key ? { ...setting, value: body.value } : setting,
      ),
    onSuccess: ({ value }) =>
      toast(
        value === 'true'
          ? { title: 'Registration Enabled', description: 'New people can register now.', variant: 'success' }
          : { title: 'Registration Disabled', description: 'Nobody can register now.', variant: 'success' },
      ),
    onError: (error, _input, undo) => {
      undo?.()
      toast({
        title: 'Failed to update registration status',
        description: error.message,
        variant: 'destructive',
      })
    },
  })
  return (on: boolean) => write.mutate({ body: { key: 'registration_enabled', value: String(on) } })
}
