import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { IssuerError } from '#features/accounts/server/single-sign-on/issuer-error.ts'
import { write } from '#features/audit/server/write.ts'
import { listCampusRows } from '#features/campuses/server/campuses-store.ts'
import { chatChannel } from '#features/chat/server/chat-poster.ts'
import { getConfigStatus } from '#features/geocoding/contract.ts'
import { tryMailServer } from '#features/mail/server/mail-failure.ts'
import { describeMailSetup } from '#features/mail/server/mail-setup.ts'
import { mapFileNotice } from '#features/map/server/map-file.ts'
import { minutes } from '#kit/rules/units.ts'
import { sqliteFileName } from '#kit/server/database/connection/open.ts'
import { countRows } from '#kit/server/database/count-rows.ts'
import { list } from '#kit/server/database/rows.ts'
import type { Deps } from '#kit/server/deps.ts'
import { countOrRefuse, type RequestLimit, waitAMinute } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { makeFolder } from '#kit/server/make-folder.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import { getInstallation, type Installation, type Integration, testService } from '../contract.ts'

/** Each trial is a real request to an external service. */
const configTrials: RequestLimit = {
  key: 'config trials of',
  max: 10,
  milliseconds: minutes,
  message: waitAMinute,
}

export function configurationApi(app: FastifyInstance, deps: Deps): void {
  const { config, db, mapFile } = deps
  const { yelp, mapbox, geocoder, overpass } = config

  serve(app, getConfigStatus, async () => ({
    yelpKeyExists: yelp.apiKey !== null,
    yelpKeyLength: yelp.apiKey?.length ?? 0,
    mapboxTokenExists: mapbox.token !== null,
    mapboxTokenLength: mapbox.token?.length ?? 0,
    geocoder: geocoder.kind,
    osmEnabled: overpass.url !== null,
  }))

  serve(app, getInstallation, async () => ({
    appVersion: config.version,
    nodeVersion: process.versions.node,
    database: await describeDatabase({ config, db }),
    dataFolder: resolve(config.dataDir),
    publicAddress: config.appUrl,
    yelpAddress: new URL(config.yelp.url).origin,
    mapboxAddress: new URL(config.mapbox.url).origin,
    geocoderAddress: geocoderAddress(config),
    signOn: describeSignOn(config),
    mail: describeMailSetup(config),
    chat: { extraHosts: [...config.chatHosts], campuses: await describeChats(db) },
    push: {
      ...config.push,
      extraHosts: [...config.push.extraHosts],
      devices: await countRows(db.selectFrom('pushDevices')),
    },
    map: {
      tileAddress: config.mapTiles.url === null ? null : new URL(config.mapTiles.url).origin,
      file: mapFile && {
        name: mapFile.name,
        problem: 'problem' in mapFile ? mapFile.problem : null,
        about:
          'problem' in mapFile
            ? null
            : { ...mapFile, notice: mapFileNotice(mapFile, await listCampusRows(db)) },
      },
    },
    proxyNotice: app.proxyNotice(),
  }))

  serve(app, testService, async call => {
    const { service } = call.params
    await countOrRefuse(deps, configTrials, call.viewer.id)
    const { ok, message } = await attempts[service](deps)
    await write(deps, call, async ({ audit }) => audit('CONFIG_TRIED', { service, ok, message }))
    return { ok, message }
  })
}

function describeSignOn({ oidc, appUrl, passwordSignIn }: Deps['config']): Installation['signOn'] {
  return {
    issuer: oidc && { address: oidc.issuer, label: oidc.label, trustsEmail: oidc.trustsEmail },
    callback: `${appUrl}/api/oidc/callback`,
    passwordSignIn,
  }
}

async function describeChats(db: Deps['db']): Promise<Installation['chat']['campuses']> {
  const webhooks = new Map((await list(db, 'campusWebhooks')).map(row => [row.campusCode, row]))
  if (webhooks.size === 0) return []
  const queued = await list(db, 'deliveries', { channel: chatChannel })
  const waiting = Map.groupBy(queued, row => row.destination)
  return (await listCampusRows(db)).flatMap(({ code, name }) => {
    const webhook = webhooks.get(code)
    if (!webhook) return []
    const { kind, url, lastPostedAt, lastFailedAt, lastFailure } = webhook
    return {
      name,
      kind,
      host: new URL(url).host,
      waiting: waiting.get(code)?.length ?? 0,
      lastPostedAt,
      lastFailure: lastFailedAt && lastFailure ? { at: lastFailedAt, message: lastFailure } : null,
    }
  })
}

function geocoderAddress({ geocoder, mapbox }: Deps['config']): string | null {
  if (geocoder.kind === 'off') return null
  return new URL(geocoder.kind === 'census' ? geocoder.censusUrl : mapbox.url).origin
}

async function describeDatabase({
  config: { databaseUrl, dataDir },
  db,
}: Pick<Deps, 'config' | 'db'>): Promise<Installation['database']> {
  if (databaseUrl === null) {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
    const place = resolve(join(dataDir, sqliteFileName))
    return { engine: 'SQLite', version: rows[0]?.version ?? '', place }
  }
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  const { host, pathname } = new URL(databaseUrl)
  return { engine: 'PostgreSQL', version: rows[0]?.version ?? '', place: `${host}${pathname}` }
}

type Outcome = { ok: boolean; message: string }

/** Whether each service accepts what is configured, in words for administrators. */
const attempts: Record<Integration, (deps: Deps) => Promise<Outcome>> = {
  yelp: ({ yelp }) => outcomeOf(yelp, 'Yelp accepts the key.', 'YELP_API_KEY is not set.'),
  mapbox: ({ mapbox }) =>
    outcomeOf(mapbox, 'Mapbox accepts the token.', 'MAPBOX_TOKEN is not set: distances are estimated.'),
  geocoder: ({ geocoder }) =>
    outcomeOf(geocoder, `${geocoder?.name} answers.`, 'GEOCODER is off: no address is looked up.'),
  oidc: ({ issuer }) =>
    outcomeOf(issuer, 'The issuer answers, and accepts the client.', 'OIDC_ISSUER is not set.'),
  mail: async deps =>
    deps.config.mail.smtpUrl === null ? tryOutbox(deps) : trySmtp(deps, deps.config.mail.smtpUrl),
}

/** `unset` is the message if there is no client. */
async function outcomeOf(
  client: { attempt: () => Promise<void> } | null,
  success: string,
  unset: string,
): Promise<Outcome> {
  if (!client) return { ok: false, message: unset }
  try {
    await client.attempt()
    return { ok: true, message: success }
  } catch (error) {
    if (error instanceof ServiceError || error instanceof IssuerError)
      return { ok: false, message: error.message }
    throw error
  }
}

async function tryOutbox({ config }: Deps): Promise<Outcome> {
  const folder = describeMailSetup(config).folder ?? config.dataDir
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
    return { ok: true, message: `SMTP_URL is not set: mails are written as files to ${folder}.` }
  } catch {
    return { ok: false, message: `SMTP_URL is not set, and mails can’t be written to ${folder} either.` }
  }
}

async function trySmtp(deps: Deps, smtpUrl: string): Promise<Outcome> {
  const failure = await tryMailServer(deps, smtpUrl, sender => sender.verify())
  if (failure) return { ok: false, message: `${failure.error}. ${failure.instruction}` }
  const { host, port, signsIn } = describeMailSetup(deps.config)
  const does = signsIn ? 'accepts the sign-in' : 'answers'
  return { ok: true, message: `The mail server at ${host}:${port} ${does}.` }
}
