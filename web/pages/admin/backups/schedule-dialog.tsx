import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { saveSetting, settings } from '#contract/settings.ts'
import { unlessConflict } from '#web/api/edit-conflict.ts'
import { useWrite } from '#web/api/use-write.ts'
import { useForm } from '#web/lib/use-form.ts'
import type { DialogProps } from '#web/shared/admin/row-actions.tsx'
import { LoadedDialog } from '#web/shared/loaded-dialog.tsx'
import { useMergedSetting, useSettingValues } from '#web/shared/settings/use-setting-form.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast-store.ts'

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
