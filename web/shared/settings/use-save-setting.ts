import { useQueryClient } from '@tanstack/react-query'
import { getBackupStatus } from '#contract/backups.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listFavorites } from '#contract/favorites.ts'
import { getSetting, type Setting, type SettingKey, saveSetting, settingOf } from '#contract/settings.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { patchCached } from '#web/api/patch-cached.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { applySavedValues } from '#web/lib/apply-saved-values.ts'
import type { SettingForm } from './use-setting-form.ts'

export function useSaveSetting(key: SettingKey, form: SettingForm) {
  const queryClient = useQueryClient()
  const { title, changes } = settingOf(key)
  const write = useWrite(saveSetting, {
    stale: [getSetting, ...(changes ? queriesOf[changes] : [])],
    onSuccess: ({ value }) =>
      patchCached(queryClient, getSetting, setting =>
        setting.key === key ? { ...setting, value } : setting,
      ),
    done: `${title} updated`,
    onError: error => putFieldErrors(error, form),
    failed: failedToUpdate(title),
  })
  return {
    isPending: write.isPending,
    save: (value: string) => {
      const sent = form.getValues()
      write.mutate(
        { body: { key, value } },
        { onSuccess: ({ value }) => applySavedValues(form, { value }, sent) },
      )
    },
  }
}

export const failedToUpdate = (title: string) => `Failed to update ${title.toLowerCase()}`

const queriesOf: Record<NonNullable<Setting['changes']>, readonly Endpoint[]> = {
  favorites: [listFavorites],
  restaurants: restaurantQueries,
  backups: [getBackupStatus],
}
