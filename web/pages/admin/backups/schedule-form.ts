import * as z from 'zod/mini'
import { type BackupSchedule, SettingValues } from '#contract/settings.ts'

export const ScheduleForm = z.object({
  backup_schedule: SettingValues.backup_schedule,
  backups_kept: SettingValues.backups_kept,
})
export type ScheduleForm = z.output<typeof ScheduleForm>

export const scheduleLabels: Record<BackupSchedule, string> = {
  daily: 'Every day',
  weekly: 'Every week',
  off: 'Off',
}
