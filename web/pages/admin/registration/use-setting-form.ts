import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type SettingKey, SettingValues } from '#contract/settings.ts'
import { useFormDraft } from '#web/lib/drafts.ts'

/** The settings that have their place here, besides the switch. */
export const textKeys = [
  'registration_message',
  'domain_whitelist',
  'favorites_limit',
  'team_rating_names',
] as const satisfies SettingKey[]
export type TextKey = (typeof textKeys)[number]

export type SettingForm = UseFormReturn<{ value: string }>

/** For a reset that takes back what was typed. */
export const anew = { keepDirtyValues: false, keepErrors: false, keepFieldsRef: true }

/** The form of one setting; while nobody types in it, it follows what others save. */
export function useSettingForm(key: TextKey, value: string): SettingForm {
  const form = useForm<{ value: string }>({
    resolver: zodResolver(z.object({ value: SettingValues[key] })),
    values: { value },
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepFieldsRef: true },
  })
  useFormDraft(key, form)
  return form
}
