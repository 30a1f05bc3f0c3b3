import { changesBetween } from '#features/audit/server/audit-details.ts'
import { type Actor, recordAudit } from '#features/audit/server/record-audit.ts'
import { queueMail } from '#features/mail/server/queue-mail.ts'
import type { Body } from '#kit/contract/endpoint.ts'
import { timestampOfChange } from '#kit/rules/time/timestamps.ts'
import type { Db } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import { notFound, rejectOutdated } from '#kit/server/http/errors.ts'
import type { AdminSuggestion, answerSuggestion } from '../contract.ts'
import { presentForAdmins } from './present-suggestions.ts'
import {
  changeSuggestion,
  findSuggestion,
  lockSuggestion,
  type SuggestionWithSender,
} from './suggestions-store.ts'

/** Sets the state and the reply, and mails a new reply. Unchanged values have no effect. */
export async function answer(
  deps: Deps,
  id: number,
  { state, reply, expectedUpdatedAt }: Body<typeof answerSuggestion>,
  by: Actor,
): Promise<AdminSuggestion> {
  return deps.db.transaction().execute(async tx => {
    const before = await lockSuggestion(tx, id)
    if (!before) throw suggestionNotFound()
    const after = { ...before, state, reply: reply === undefined ? before.reply : reply || null }
    const changes = changesBetween(before, after, ['state', 'reply'])
    if (Object.keys(changes.after).length === 0) return presentOne(tx, id)
    const message = 'Someone else answered this in the meantime'
    await rejectOutdated(expectedUpdatedAt, before, message, () => presentOne(tx, id))
    const time = timestampOfChange(before.updatedAt, deps.now().toISOString())
    const answeredBy = by.viewer?.id ?? null
    await changeSuggestion(tx, id, { state, reply: after.reply, answeredBy, updatedAt: time })
    const row = await requireSuggestion(tx, id)
    if (after.reply !== null && after.reply !== before.reply)
      await queueMail(tx, deps, { kind: 'suggestion-reply', to: row, about: id })
    const details = { id, kind: before.kind, name: before.name, ...changes }
    await recordAudit(tx, { action: 'SUGGESTION_ANSWERED', details, by, time })
    return presentOne(tx, id)
  })
}

export async function presentOne(db: Db, id: number): Promise<AdminSuggestion> {
  const [shown] = await presentForAdmins(db, [await requireSuggestion(db, id)])
  if (!shown) throw suggestionNotFound()
  return shown
}

async function requireSuggestion(db: Db, id: number): Promise<SuggestionWithSender> {
  const row = await findSuggestion(db, id)
  if (!row) throw suggestionNotFound()
  return row
}

const suggestionNotFound = () => notFound('This was not found. Its sender’s account may be gone.')
