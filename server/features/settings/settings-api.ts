import type { FastifyInstance } from 'fastify'
import { getPublicConfig, getSetting, publicSettingKeys, settingKeys } from '#contract/settings.ts'
import { isSuperUser } from '#domain/roles.ts'
import type { Deps } from '#server/deps.ts'
import { forbidden, notFound, notSignedIn } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Viewer } from '#server/http/viewer.ts'
import { defaultSetting, readSetting } from './settings-store.ts'

export function settingsApi(app: FastifyInstance, { config, db }: Deps): void {
  serve(app, getSetting, async ({ params, findViewer }) => {
    const key = settingKeys.find(known => known === params.key)
    if (!key) throw notFound('There is no such setting')
    if (!publicSettingKeys.some(open => open === key)) requireSuperUser(await findViewer())
    const value = (await readSetting(db, key)) ?? defaultSetting(key, config.orgEmailDomain)
    return { key, value }
  })

  serve(app, getPublicConfig, async () => ({
    appName: config.appName,
    orgName: config.orgName,
    orgEmailDomain: config.orgEmailDomain,
    timeZone: config.timeZone,
    version: config.version,
    supportEmail: config.primaryAdmin.email,
    ...config.forms,
  }))
}

function requireSuperUser(viewer: Viewer | null): void {
  if (!viewer) throw notSignedIn()
  if (!isSuperUser(viewer)) throw forbidden()
}
