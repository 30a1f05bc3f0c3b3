import { zodResolver } from '@hookform/resolvers/zod'
import { useQueries } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { getSetting, type SettingKey, settingOf } from '#contract/settings.ts'
import { combineQueries } from '#web/api/combine-queries.ts'
import { read } from '#web/api/queries.ts'
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
