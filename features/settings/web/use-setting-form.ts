import { useQueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { updateCached } from '#kit/web/api/patch-cached.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { mergeLines } from '#kit/web/forms/merge-edits.ts'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { type RowFormState, useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type CurrentSetting, getSetting, type SettingKey, saveSetting, settingOf } from '../contract.ts'

type Current = Pick<CurrentSetting, 'value' | 'updatedAt'>

/** The form of one setting, and the version that is edited in it. */
export type SettingForm = RowFormState<Current, { value: string }>

/** Until the user types in it, the form follows what others save. */
export function useSettingForm(key: SettingKey, current: Current): SettingForm {
  return useRowForm(current, base => ({
    draft: key,
    schema: z.object({ value: settingOf(key).schema }),
    values: { value: base.value },
  }))
}

export function useSaveSetting(key: SettingKey, form: SettingForm) {
  const queryClient = useQueryClient()
  const { title, changes } = settingOf(key)
  const write = useWrite(saveSetting, {
    touches: ['settings', ...(changes ? [changes] : [])],
    onSuccess: saved =>
      updateCached(queryClient, getSetting, setting =>
        setting.key === key ? { ...setting, ...saved } : setting,
      ),
    done: `${title} updated`,
    onError: form.showErrors,
    failed: unlessConflict(failedToUpdate(title)),
  })
  const merged = useMergedSetting(key)
  const save = async (checked: { value: string }) => {
    const sent = form.typed
    form.setBase(await merged.save(checked, form.base, write.mutateAsync))
    form.discard(sent)
  }
  return { save, question: merged.question }
}

/** Saves a setting. Lists are merged line by line; about other values that others have changed, the user decides. */
export function useMergedSetting(key: SettingKey) {
  const { label, input } = settingOf(key)
  const isList = typeof input === 'object' && 'rows' in input && !input.isProse
  const { save, question } = useMergedSave<Current, { value: string }>({
    noun: 'setting',
    labels: { value: label },
    valuesOf: version => version,
    textOf: (_, { value = '' }) =>
      (typeof input === 'object' && 'choices' in input && input.choices[value]) || value,
    ...(isList && {
      merge: ({ mine, base, theirs }) => ({
        value: mergeLines({ mine: mine.value, base: base.value ?? '', theirs: theirs.value ?? '' }),
      }),
    }),
  })
  return {
    question,
    save: (
      mine: { value: string },
      base: Current,
      write: (input: CallInput<typeof saveSetting>) => Promise<CurrentSetting>,
    ) =>
      save(mine, base, ({ value }, { updatedAt }) =>
        write({ body: { key, value, expectedUpdatedAt: updatedAt } }),
      ),
  }
}

export const failedToUpdate = (title: string) => `Failed to update ${title.toLowerCase()}`
