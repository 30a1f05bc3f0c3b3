import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { write } from '#features/audit/server/write.ts'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { isSuperUser } from '#kit/rules/roles.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { forbidden, invalid, notFound, notSignedIn, rejectOutdated } from '#kit/server/http/errors.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import { rejectTokens, type Viewer } from '#kit/server/http/viewer.ts'
import { defaultSetting, getSetting, type SettingKey, saveSetting, settingOf, settings } from '../contract.ts'
import { lockSettingsForChanging } from './settings-store.ts'

export function settingsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, mapFile } = deps

  /** A setting as it is stored, or its default. */
  const read = async (db: Db, key: SettingKey) => {
    const stored = await find(db, 'systemSettings', { key })
    const value = stored?.value ?? defaultSetting(key, config.orgEmailDomain)
    return { key, value, description: stored?.description ?? null, updatedAt: stored?.updatedAt ?? null }
  }

  serve(app, getSetting, async ({ params, findViewer }) => {
    const key = requireKey(params.key)
    if (!settingOf(key).isPublic) requireSuperUser(await findViewer())
    return read(db, key)
  })

  serve(app, saveSetting, async call => {
    const key = requireKey(call.body.key)
    // Who may register decides who may sign in.
    if (key === 'domain_whitelist' || key === 'registration_enabled') rejectTokens(call.viewer)
    const value = allowedValue(key, call.body.value)
    return write(deps, call, async ({ tx, time, audit }) => {
      // After transactions that rely on the current settings have ended.
      await lockSettingsForChanging(tx)
      const before = await read(tx, key)
      const { description = before.description, expectedUpdatedAt } = call.body
      const isStored = before.updatedAt !== null
      if (isStored && before.value === value && before.description === description) return before
      const message = 'Someone else changed this setting in the meantime'
      await rejectOutdated(expectedUpdatedAt, before, message, () => before)
      const after = { key, value, description, updatedAt: timestampOfChange(before.updatedAt, time) }
      await tx
        .insertInto('systemSettings')
        .values(after)
        .onConflict(conflict => conflict.column('key').doUpdateSet(after))
        .execute()
      await audit('SETTING_UPDATED', { key, before: before.value, after: value })
      return after
    })
  })

  serveCached(app, deps, getPublicConfig, async () => ({
    appName: config.appName,
    orgName: config.orgName,
    orgEmailDomain: config.orgEmailDomain,
    appUrl: config.appUrl,
    timeZone: config.timeZone,
    version: config.version,
    supportEmail: config.primaryAdmin.email,
    oidcLabel: config.oidc?.label ?? null,
    passwordSignIn: config.passwordSignIn,
    ...config.forms,
    offlineWorker: config.offlineWorker,
    push: config.push.isOn,
    mapTileUrl: config.mapTiles.url,
    mapTileAttribution: config.mapTiles.attribution,
    mapFile:
      mapFile && 'version' in mapFile
        ? { url: mapFile.url, tiles: mapFile.tiles, credit: mapFile.credit }
        : null,
  }))
}

function requireKey(name: string): SettingKey {
  if (!Object.hasOwn(settings, name)) throw notFound('There is no such setting')
  return name as SettingKey
}

function allowedValue(key: SettingKey, value: string): string {
  const result = z.safeParse(settingOf(key).schema, value)
  if (!result.success) throw invalid('value', result.error.issues[0]?.message ?? 'Invalid value')
  return result.data
}

function requireSuperUser(viewer: Viewer | null): void {
  if (!viewer) throw notSignedIn()
  if (!isSuperUser(viewer)) throw forbidden()
}
