import { getSetting, saveSetting } from '#contract/settings.ts'
import { patchCached } from '#web/api/patch-cached.ts'
import { useWrite } from '#web/api/use-write.ts'

/** Turns registration on or off. Updates optimistically and rolls back on errors. */
export function useRegistrationSwitch() {
  const write = useWrite(saveSetting, {
    stale: [getSetting],
    // Serialized, so that the last click wins.
    scope: { id: 'registration switch' },
    optimistic: (queryClient, { body }) =>
      patchCached(queryClient, getSetting, setting =>
        setting.key === body.key ? { ...setting, value: body.value } : setting,
      ),
    done: ({ value }) =>
      value === 'true'
        ? { title: 'Registration Enabled', description: 'New people can register now.' }
        : { title: 'Registration Disabled', description: 'No one can register now.' },
    failed: 'Failed to update registration status',
  })
  return (on: boolean) => write.mutate({ body: { key: 'registration_enabled', value: String(on) } })
}
