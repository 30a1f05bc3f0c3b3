import type { FastifyInstance } from 'fastify'
import {
  getPublicConfig,
  getSetting,
  publicSettingKeys,
  type SettingKey,
  saveSetting,
  settingKeys,
} from '#contract/settings.ts'
import { isSuperUser } from '#domain/roles.ts'
import { defaultSetting, readSetting } from '#server/data/settings-store.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound, notSignedIn } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { changeSetting } from './change-setting.ts'

export function settingsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db } = deps

  serve(app, getSetting, async ({ params, findViewer }) => {
    const key = requireKey(params.key)
    if (!publicSettingKeys.some(open => open === key)) requireSuperUser(await findViewer())
    const value = (await readSetting(db, key)) ?? defaultSetting(key, config.orgEmailDomain)
    return { key, value }
  })

  serve(app, saveSetting, async call =>
    changeSetting(deps, { ...call.body, key: requireKey(call.body.key) }, call),
  )

  serve(app, getPublicConfig, async () => ({
    appName: config.appName,
    orgName: config.orgName,
    orgEmailDomain: config.orgEmailDomain,
    timeZone: config.timeZone,
    version: config.version,
    supportEmail: config.primaryAdmin.email,
    ...config.forms,
    mapTileUrl: config.mapTiles.url,
    mapTileAttribution: config.mapTiles.attribution,
  }))
}

function requireKey(name: string): SettingKey {
  const key = settingKeys.find(known => known === name)
  if (!key) throw notFound('There is no such setting')
  return key
}

function requireSuperUser(viewer: Viewer | null): void {
  if (!viewer) throw notSignedIn()
  if (!isSuperUser(viewer)) throw forbidden()
}
