import type { FastifyInstance } from 'fastify'
import { type By, recordAudit } from '#features/audit/server/record-audit.ts'
import { chatNames, type Webhook } from '#features/chat/contract.ts'
import { recordOutcome } from '#features/chat/server/chat-poster.ts'
import { shownAddress } from '#features/chat/server/webhook-address.ts'
import { minutes } from '#kit/rules/units.ts'
import { find, remove } from '#kit/server/database/rows.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { conflict, invalid } from '#kit/server/http/errors.ts'
import { countOrRefuse, type RequestLimit, waitAMinute } from '#kit/server/http/limits/request-limits.ts'
import { serve } from '#kit/server/http/serve.ts'
import { rejectTokens } from '#kit/server/http/viewer.ts'
import { ServiceError } from '#kit/server/outbound/service-error.ts'
import { testWebhook } from '../contract.ts'
import { campusNotFound } from './campuses-store.ts'

/** Each test is a real post in a channel. */
const webhookTests: RequestLimit = {
  key: 'webhook tests of',
  max: 10,
  milliseconds: minutes,
  message: waitAMinute,
}

export function campusWebhooksApi(app: FastifyInstance, deps: Deps): void {
  const { db, now } = deps

  /** Posts a test message immediately, bypassing the queue. */
  serve(app, testWebhook, async call => {
    const requested = call.body?.webhook
    const campus = await find(db, 'campuses', call.params)
    if (!campus) throw campusNotFound()
    if (requested) rejectTokens(call.viewer)
    const { id, code: campusCode, name } = campus
    const saved = await find(db, 'campusWebhooks', { campusCode })
    const webhook = requested ? readWebhook(deps, requested, saved) : saved
    if (!webhook) throw conflict(`Campus "${name}" has no webhook`)
    await countOrRefuse(deps, webhookTests, call.viewer.id)
    const outcome = await send(deps, webhook, name)
    const time = now().toISOString()
    const details = { id, name, webhook: named(webhook), ...outcome }
    await recordAudit(db, { action: 'WEBHOOK_TESTED', details, by: call, time })
    const failure = outcome.ok ? null : outcome.message
    await recordOutcome(db, { campusCode, url: webhook.url }, { failure, time })
    return outcome
  })
}

/**
 * Saves, replaces or removes (null) the webhook of a campus. With undefined, or with the saved one as it is shown, it
 * stays. No token changes it, since what is posted could be read that way. Returns the details for the audit log, which
 * never include the address.
 */
export async function changeWebhook(
  tx: Db,
  { chat }: Pick<Deps, 'chat'>,
  campusCode: string,
  requested: Webhook | null | undefined,
  { viewer }: By,
): Promise<{ webhook: { before: string | null; after: string | null } } | undefined> {
  if (requested === undefined) return undefined
  const before = await find(tx, 'campusWebhooks', { campusCode })
  const after = requested && readWebhook({ chat }, requested, before)
  if (after?.kind === before?.kind && after?.url === before?.url) return undefined
  rejectTokens(viewer)
  if (after) {
    // A new address starts without history.
    const fresh = { ...after, lastPostedAt: null, lastFailedAt: null, lastFailure: null }
    await tx
      .insertInto('campusWebhooks')
      .values({ campusCode, ...fresh })
      .onConflict(conflict => conflict.column('campusCode').doUpdateSet(fresh))
      .execute()
  } else await remove(tx, 'campusWebhooks', { campusCode })
  return { webhook: { before: before ? named(before) : null, after: after && named(after) } }
}

const named = ({ kind, url }: Webhook) => `${chatNames[kind]} at ${new URL(url).host}`

/** Validates the wanted webhook. An address as it is shown stands for the saved one. */
function readWebhook({ chat }: Pick<Deps, 'chat'>, requested: Webhook, saved: Webhook | undefined): Webhook {
  const url = saved && requested.url === shownAddress(saved.url) ? saved.url : requested.url
  const read = chat.readAddress({ kind: requested.kind, url })
  if ('problem' in read) throw invalid('webhook', read.problem)
  return { kind: requested.kind, url: read.url }
}

async function send({ chat, config }: Deps, webhook: Webhook, campusName: string) {
  const service = chatNames[webhook.kind]
  const text = `This is a test: ${config.appName} can post the lunches of ${campusName} here.`
  try {
    await chat.post(webhook, { text, link: { label: `Open ${config.appName}`, url: `${config.appUrl}/` } })
    return { ok: true, message: `${service} accepted the test message. It should be in the channel now.` }
  } catch (error) {
    if (error instanceof ServiceError) return { ok: false, message: error.message }
    throw error
  }
}
