import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { listFavorites } from '#contract/favorites.ts'
import { getSetting, saveSetting } from '#contract/settings.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { patchCached, useWrite } from '#web/api/queries.ts'
import { restaurantAnswers } from '#web/lib/stale-rows.ts'
import { toast } from '#web/ui/toast-store.ts'
import { anew, type SettingForm, type TextKey } from './use-setting-form.ts'

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

export function useSaveSetting(key: TextKey, form: SettingForm) {
  const queryClient = useQueryClient()
  const { done, failed, stale } = words[key]
  const write = useWrite(saveSetting, {
    stale: [getSetting, ...stale],
    onSuccess: async ({ value }) => {
      await patchCached(queryClient, getSetting, setting =>
        setting.key === key ? { ...setting, value } : setting,
      )
      form.reset({ value }, anew)
      toast({ title: done, variant: 'success' })
    },
    onError: error => {
      putFieldErrors(error, form)
      toast({ title: failed, description: error.message, variant: 'destructive' })
    },
  })
  return {
    isPending: write.isPending,
    save: (value: string) => write.mutate({ body: { key, value } }),
  }
}

const words: Record<TextKey, { done: string; failed: string; stale: readonly Endpoint[] }> = {
  registration_message: {
    done: 'Registration message updated',
    failed: 'Failed to update registration message',
    stale: [],
  },
  domain_whitelist: {
    done: 'Domain whitelist updated',
    failed: 'Failed to update domain whitelist',
    stale: [],
  },
  favorites_limit: {
    done: 'Favorites limit updated',
    failed: 'Failed to update favorites limit',
    stale: [listFavorites],
  },
  team_rating_names: {
    done: 'Team rating names updated',
    failed: 'Failed to update team rating names',
    stale: restaurantAnswers,
  },
}
