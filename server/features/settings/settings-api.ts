import type { FastifyInstance } from 'fastify'
import { getPublicConfig } from '#contract/public-config.ts'
import { getSetting, type SettingKey, saveSetting, settingOf, settings } from '#contract/settings.ts'
import { isSuperUser } from '#domain/roles.ts'
import { findSetting } from '#server/data/settings-store.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound, notSignedIn } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import { serveCached } from '#server/http/serve-cached.ts'
import { rejectTokens } from '#server/http/token-rights.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { changeSetting, currentSetting } from './change-setting.ts'

export function settingsApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, mapFile } = deps

  serve(app, getSetting, async ({ params, findViewer }) => {
    const key = requireKey(params.key)
    if (!settingOf(key).isPublic) requireSuperUser(await findViewer())
    return currentSetting(deps, key, await findSetting(db, key))
  })

  serve(app, saveSetting, async call => {
    const key = requireKey(call.body.key)
    // Who may register decides who may sign in.
    if (key === 'domain_whitelist' || key === 'registration_enabled') rejectTokens(call.viewer)
    return changeSetting(deps, { ...call.body, key }, call)
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

function requireSuperUser(viewer: Viewer | null): void {
  if (!viewer) throw notSignedIn()
  if (!isSuperUser(viewer)) throw forbidden()
}
