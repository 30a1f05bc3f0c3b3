import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { IssuerError } from '#features/accounts/server/single-sign-on/issuer-error.ts'
import { explainFailure } from '#features/mail/server/mail-failure.ts'
import { describeMailSetup, withoutCredentials } from '#features/mail/server/mail-setup.ts'
import { createSmtpSender } from '#features/mail/server/smtp.ts'
import type { Deps } from '#kit/server/deps.ts'
import { makeFolder } from '#kit/server/make-folder.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import type { Integration } from '../contract.ts'

type Outcome = { ok: boolean; message: string }

/** The timeout for the mail server, in milliseconds. */
const timeoutMs = 9_000

/** Whether each service accepts what is configured, in words for administrators. */
export const attempts: Record<Integration, (deps: Deps) => Promise<Outcome>> = {
  yelp: async ({ yelp }) =>
    yelp
      ? outcomeOf(yelp.tryKey(), 'Yelp accepts the key.')
      : { ok: false, message: 'YELP_API_KEY is not set.' },
  mapbox: async ({ mapbox }) =>
    mapbox
      ? outcomeOf(mapbox.tryToken(), 'Mapbox accepts the token.')
      : { ok: false, message: 'MAPBOX_TOKEN is not set: distances are estimated.' },
  geocoder: async ({ geocoder }) =>
    geocoder
      ? outcomeOf(geocoder.attempt(), `${geocoder.name} answers.`)
      : { ok: false, message: 'GEOCODER is off: no address is looked up.' },
  oidc: async ({ issuer }) =>
    issuer
      ? outcomeOf(issuer.attempt(), 'The issuer answers, and accepts the client.')
      : { ok: false, message: 'OIDC_ISSUER is not set.' },
  mail: async deps =>
    deps.config.mail.smtpUrl === null ? tryOutbox(deps) : trySmtp(deps, deps.config.mail.smtpUrl),
}

async function outcomeOf(attempt: Promise<void>, success: string): Promise<Outcome> {
  try {
    await attempt
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
  const { config } = deps
  const setup = describeMailSetup(config)
  const sender = createSmtpSender(deps, smtpUrl, timeoutMs)
  try {
    await sender.verify()
    const who = setup.signsIn ? 'accepts the sign-in' : 'answers'
    return { ok: true, message: `The mail server at ${setup.host}:${setup.port} ${who}.` }
  } catch (cause) {
    const { error, instruction } = explainFailure(cause, setup, text => withoutCredentials(config, text))
    return { ok: false, message: `${error}. ${instruction}` }
  } finally {
    sender.close()
  }
}
