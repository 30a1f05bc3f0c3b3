import * as z from 'zod/mini'
import type { Body } from '#contract/endpoint.ts'
import { defaultSetting, type SettingKey, type saveSetting, settingOf } from '#contract/settings.ts'
import { timestampOfChange } from '#domain/timestamps.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import {
  findSetting,
  lockSettingsForChanging,
  putSetting,
  type SettingRow,
} from '#server/data/settings-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalid, rejectOutdated } from '#server/http/errors.ts'

type Input = Omit<Body<typeof saveSetting>, 'key'> & { key: SettingKey }

/** Saves a setting, after transactions that rely on the current settings have ended. Unchanged ones are not written. */
export async function changeSetting(deps: Deps, input: Input, by: Actor) {
  const { key } = input
  const value = allowedValue(input)
  const time = deps.now().toISOString()
  return deps.db.transaction().execute(async tx => {
    await lockSettingsForChanging(tx)
    const stored = await findSetting(tx, key)
    const before = currentSetting(deps, key, stored)
    const { description = before.description } = input
    if (stored?.value === value && stored.description === description) return before
    const message = 'Someone else changed this setting in the meantime'
    await rejectOutdated(input.expectedUpdatedAt, before, message, () => before)
    const after = { key, value, description, updatedAt: timestampOfChange(before.updatedAt, time) }
    await putSetting(tx, after)
    const details = { key, before: before.value, after: value }
    await recordAudit(tx, { action: 'SETTING_UPDATED', details, by, time })
    return after
  })
}

/** A setting as it is stored, or its default. */
export function currentSetting({ config }: Deps, key: SettingKey, stored: SettingRow | undefined) {
  const {
    value = defaultSetting(key, config.orgEmailDomain),
    description = null,
    updatedAt = null,
  } = stored ?? {}
  return { key, value, description, updatedAt }
}

function allowedValue({ key, value }: Input): string {
  const result = z.safeParse(settingOf(key).schema, value)
  if (!result.success) throw invalid('value', result.error.issues[0]?.message ?? 'Invalid value')
  return result.data
}
