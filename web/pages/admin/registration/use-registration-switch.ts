import { getSetting, saveSetting } from '#contract/settings.ts'
import { patchCached } from '#web/api/patch-cached.ts'
import { useToastedWrite } from '#web/api/toasted-write.ts'

/** Turns registration on and off: shown at once, and rolled back if it can't be saved. */
export function useRegistrationSwitch() {
  const write = useToastedWrite(saveSetting, {
    stale: [getSetting],
    // One flip after the other, so that the last one wins.
    scope: { id: 'registration switch' },
    optimistic: (queryClient, { body }) =>
      patchCached(queryClient, getSetting, setting =>
        setting.key === body.key ? { ...setting, value: body.value } : setting,
      ),
    done: ({ value }) =>
      value === 'true'
        ? { title: 'Registration Enabled', description: 'New people can register now.' }
        : { title: 'Registration Disabled', description: 'Nobody can register now.' },
    failed: 'Failed to update registration status',
  })
  return (on: boolean) => write.mutate({ body: { key: 'registration_enabled', value: String(on) } })
}
