import { zodResolver } from '@hookform/resolvers/zod'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { type UseFormReturn, useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { combineQueries } from '#kit/web/api/combine-queries.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { applySavedValues } from '#kit/web/forms/apply-saved-values.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { putFieldErrors } from '#kit/web/forms/field-errors.ts'
import { useFormDraft, useLatestUntilEdited } from '#kit/web/forms/form-draft.ts'
import { mergeLines } from '#kit/web/forms/merge-edits.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { type CurrentSetting, getSetting, type SettingKey, saveSetting, settingOf } from '../contract.ts'

type Current = Pick<CurrentSetting, 'value' | 'updatedAt'>

/** The form of one setting, and the version that is edited in it. */
export interface SettingForm {
  form: UseFormReturn<{ value: string }>
  version: [Current, Dispatch<SetStateAction<Current>>]
}

/** For a reset that discards what was typed. */
export const discardOptions = { keepDirtyValues: false, keepErrors: false, keepFieldsRef: true }

/** Until the user types in it, the form follows what others save. */
export function useSettingForm(key: SettingKey, current: Current): SettingForm {
  const version = useState(current)
  const form = useForm<{ value: string }>({
    resolver: zodResolver(z.object({ value: settingOf(key).schema })),
    values: { value: version[0].value },
    resetOptions: { keepDirtyValues: true, keepErrors: true, keepFieldsRef: true },
  })
  useFormDraft(key, form)
  useLatestUntilEdited(current, version, useFormState(form).isDirty, `${key} version`)
  return { form, version }
}

/** The current values of some settings, as one query. */
export function useSettingValues<Key extends SettingKey>(keys: readonly Key[]) {
  const all = useQueries({
    queries: keys.map(key => ({
      ...read(getSetting, { params: { key } }),
      staleTime: 0,
      select: ({ value, updatedAt }: CurrentSetting): Current => ({ value, updatedAt }),
    })),
  })
  const named = keys.map((key, index) => [key, all[index]])
  return combineQueries<Record<Key, Current>>(Object.fromEntries(named))
}

export function useSaveSetting(key: SettingKey, { form, version: [base, setBase] }: SettingForm) {
  const queryClient = useQueryClient()
  const { title, changes } = settingOf(key)
  const write = useWrite(saveSetting, {
    touches: ['settings', ...(changes ? [changes] : [])],
    onSuccess: saved =>
      patchCached(queryClient, getSetting, setting =>
        setting.key === key ? { ...setting, ...saved } : setting,
      ),
    done: `${title} updated`,
    onError: error => putFieldErrors(error, form),
    failed: unlessConflict(failedToUpdate(title)),
  })
  const merged = useMergedSetting(key)
  const save = async (value: string) => {
    const sent = form.getValues()
    const saved = await merged.save({ value }, base, write.mutateAsync)
    setBase(saved)
    applySavedValues(form, { value: saved.value }, sent)
  }
  return {
    isPending: write.isPending,
    save: (value: string) => void save(value).catch(() => {}),
    question: merged.question,
  }
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
