import * as z from 'zod/mini'
import { defaultSetting, type SettingKey, settingOf } from '#contract/settings.ts'
import { type Actor, recordAudit } from '#server/audit/record-audit.ts'
import { findSetting, lockSettingsForChanging, putSetting } from '#server/data/settings-store.ts'
import type { Deps } from '#server/deps.ts'
import { invalid } from '#server/http/errors.ts'

type Input = { key: SettingKey; value: string; description?: string | null }

/** Saves a setting, after transactions that rely on the current settings have ended. Unchanged ones are not written. */
export async function changeSetting({ config, db, now }: Deps, input: Input, by: Actor) {
  const { key } = input
  const value = allowedValue(input)
  const time = now().toISOString()
  return db.transaction().execute(async tx => {
    await lockSettingsForChanging(tx)
    const stored = await findSetting(tx, key)
    const description = input.description === undefined ? (stored?.description ?? null) : input.description
    if (stored?.value === value && stored.description === description) return { key, value, description }
    await putSetting(tx, { key, value, description, updatedAt: time })
    const before = stored?.value ?? defaultSetting(key, config.orgEmailDomain)
    await recordAudit(tx, { action: 'SETTING_UPDATED', details: { key, before, after: value }, by, time })
    return { key, value, description }
  })
}

function allowedValue({ key, value }: Input): string {
  const result = z.safeParse(settingOf(key).schema, value)
  if (!result.success) throw invalid('value', result.error.issues[0]?.message ?? 'Invalid value')
  return result.data
}
