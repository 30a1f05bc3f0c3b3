import { zodResolver } from '@hookform/resolvers/zod'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { getBackupStatus } from '#contract/backups.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { listFavorites } from '#contract/favorites.ts'
import { getSetting, type Setting, type SettingKey, saveSetting, settingOf } from '#contract/settings.ts'
import { combineQueries } from '#web/api/combine-queries.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { patchCached } from '#web/api/patch-cached.ts'
import { read } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { applySavedValues } from '#web/lib/apply-saved-values.ts'
import { useFormDraft } from '#web/lib/form-draft.ts'
import { useForm } from '#web/lib/use-form.ts'

export type SettingForm = UseFormReturn<{ value: string }>

/** For a reset that discards what was typed. */
export const discardOptions = { keepDirtyValues: false, keepErrors: false, keepFieldsRef: true }

/** The form of one setting; until the user types in it, it follows what others save. */
export function useSettingForm(key: SettingKey, value: string): SettingForm {
  const form = useForm<{ value: string }>({
    resolver: zodResolver(z.object({ value: settingOf(key).schema })),
    values: { value },
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepFieldsRef: true },
  })
  useFormDraft(key, form)
  return form
}

/** The current values of some settings, as one query. */
export function useSettingValues<Key extends SettingKey>(keys: readonly Key[]) {
  const all = useQueries({
    queries: keys.map(key => ({
      ...read(getSetting, { params: { key } }),
      staleTime: 0,
      select: ({ value }: { value: string }) => value,
    })),
  })
  const named = keys.map((key, index) => [key, all[index]])
  return combineQueries<Record<Key, string>>(Object.fromEntries(named))
}

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
