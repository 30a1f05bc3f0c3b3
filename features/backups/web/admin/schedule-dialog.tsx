import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { saveSetting, settings } from '#features/settings/contract.ts'
import { useMergedSetting, useSettingValues } from '#features/settings/web/use-setting-form.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'

const { backup_schedule, backups_kept } = settings

const ScheduleForm = z.object({ backup_schedule: backup_schedule.schema, backups_kept: backups_kept.schema })
type ScheduleForm = z.output<typeof ScheduleForm>

const keys = ['backup_schedule', 'backups_kept'] as const

/** Edits how often automatic backups are made and how many are kept. */
export function ScheduleDialog({ onClose }: DialogProps) {
  return (
    <LoadedDialog query={useSettingValues(keys)} title="Backup Schedule" onClose={onClose}>
      {current => <Schedule current={current} onClose={onClose} />}
    </LoadedDialog>
  )
}

type Current = NonNullable<ReturnType<typeof useSettingValues<(typeof keys)[number]>>['data']>

function Schedule({ current, onClose }: DialogProps & { current: Current }) {
  // The form keeps its initial values, even if others save in the meantime.
  const [base, setBase] = useState(current)
  const form = useForm<ScheduleForm>({
    resolver: zodResolver(ScheduleForm),
    defaultValues: Object.fromEntries(keys.map(key => [key, base[key].value])),
  })
  const { errors, dirtyFields } = form.formState
  const isOff = useWatch({ control: form.control, name: 'backup_schedule' }) === 'off'
  const write = useWrite(saveSetting, {
    touches: ['backup status', 'settings'],
    failed: unlessConflict('Failed to update backup schedule'),
  })
  const merged = {
    backup_schedule: useMergedSetting('backup_schedule'),
    backups_kept: useMergedSetting('backups_kept'),
  }
  const save = async (values: ScheduleForm) => {
    for (const key of keys) {
      if (!dirtyFields[key]) continue
      const saved = await merged[key].save({ value: values[key] }, base[key], write.mutateAsync)
      setBase(before => ({ ...before, [key]: saved }))
    }
    toast({ title: 'Backup schedule updated', variant: 'success' })
  }

  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Backup Schedule"
        description="Scheduled backups contain all data and images, and are verified after they are written."
        form={form}
        onSubmit={save}
        submitLabel="Save schedule"
      >
        <Field label={backup_schedule.label} error={errors.backup_schedule?.message}>
          <Select
            {...form.register('backup_schedule')}
            options={Object.entries(backup_schedule.input.choices)}
          />
        </Field>
        <Field
          label={backups_kept.label}
          hint={backups_kept.hint}
          error={errors.backups_kept?.message}
          required
        >
          <Input
            {...form.register('backups_kept')}
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            className="max-w-32 tabular-nums"
          />
        </Field>
        {isOff && (
          <Banner severity="warning">Then there are only the backups that someone creates here.</Banner>
        )}
      </FormDialog>
      {merged.backup_schedule.question}
      {merged.backups_kept.question}
    </>
  )
}
