import { useState } from 'react'
import * as z from 'zod/mini'
import { type CurrentSetting, saveSetting, settings } from '#features/settings/contract.ts'
import { settingQuery } from '#features/settings/web/setting-query.ts'
import { useMergedSetting } from '#features/settings/web/use-setting-form.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { Choice, WholeNumber } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { LoadedDialog } from '#kit/web/overlays/loaded-dialog.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'

const { backup_schedule, backups_kept } = settings

const ScheduleForm = z.object({ backup_schedule: backup_schedule.schema, backups_kept: backups_kept.schema })
type ScheduleForm = z.output<typeof ScheduleForm>

const keys = ['backup_schedule', 'backups_kept'] as const

/** Edits how often automatic backups are made and how many are kept. */
export function ScheduleDialog({ onClose }: DialogProps) {
  return (
    <LoadedDialog
      queries={[settingQuery('backup_schedule'), settingQuery('backups_kept')]}
      title="Backup Schedule"
      onClose={onClose}
    >
      {(backup_schedule, backups_kept) => (
        <Schedule current={{ backup_schedule, backups_kept }} onClose={onClose} />
      )}
    </LoadedDialog>
  )
}

type Current = Record<(typeof keys)[number], CurrentSetting>

function Schedule({ current, onClose }: DialogProps & { current: Current }) {
  // The form keeps its initial values, even if others save in the meantime.
  const [base, setBase] = useState(current)
  const form = useForm({
    draft: 'Backup Schedule',
    schema: ScheduleForm,
    values: { backup_schedule: base.backup_schedule.value, backups_kept: base.backups_kept.value },
  })
  const isOff = form.typed.backup_schedule === 'off'
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
      if (values[key] === base[key].value) continue
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
        <Choice
          {...form.field('backup_schedule')}
          label={backup_schedule.label}
          options={Object.entries(backup_schedule.input.choices)}
        />
        <WholeNumber
          {...form.field('backups_kept')}
          label={backups_kept.label}
          hint={backups_kept.hint}
          required
        />
        {isOff && (
          <Banner severity="warning">Then there are only the backups that someone creates here.</Banner>
        )}
      </FormDialog>
      {merged.backup_schedule.question}
      {merged.backups_kept.question}
    </>
  )
}
