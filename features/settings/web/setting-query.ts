import { read } from '#kit/web/api/queries.ts'
import { getSetting, type SettingKey } from '../contract.ts'

/** The current value of a setting, asked again on every visit: others may have changed it. */
export const settingQuery = (key: SettingKey) => ({ ...read(getSetting, { params: { key } }), staleTime: 0 })
