import * as z from 'zod/mini'
import { type ChatKind, chatKinds, type Webhook } from '#features/chat/contract.ts'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { foldCode } from '#kit/rules/texts/names.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { type AdminCampus, CampusForm } from '../../contract.ts'

/** The form's values. The webhook is split into two fields; `chat` is empty if there is none. */
export type CampusValues = CampusForm & { chat: ChatKind | ''; webhook: string }

/** The initial values; a new campus starts without coordinates. */
export const campusValues = (campus: AdminCampus | undefined): Partial<CampusValues> =>
  campus
    ? {
        code: campus.code,
        name: campus.name,
        address: campus.address,
        latitude: campus.latitude,
        longitude: campus.longitude,
        chat: campus.webhook?.kind ?? '',
        webhook: campus.webhook?.url ?? '',
      }
    : { code: '', name: '', address: '', chat: '', webhook: '' }

type OtherCampuses = readonly { code: string; name: string }[]

/** The webhook as filled in; null if lunches aren't posted to a chat. */
export const webhookOf = ({ chat, webhook }: Pick<CampusValues, 'chat' | 'webhook'>): Webhook | null =>
  chat === '' ? null : { kind: chat, url: webhook.trim() }

/** The webhook to send; undefined if unchanged. */
export function webhookChange(values: CampusValues, saved: Webhook | null): Webhook | null | undefined {
  const requested = webhookOf(values)
  return requested?.kind === saved?.kind && requested?.url === saved?.url ? undefined : requested
}

/** The contract's form, which also checks against the other campuses. What an existing `campus` has always passes. */
export const campusForm = (others: OtherCampuses, campus: AdminCampus | undefined) => {
  const form = z.extend(CampusForm, {
    chat: z.enum(['', ...chatKinds]),
    webhook: z.string(),
    code: CampusForm.shape.code.check(
      z.refine(code => !others.some(other => foldCode(other.code) === foldCode(code)), {
        error: ({ input }) => `A campus with the code "${String(input).trim()}" already exists.`,
      }),
    ),
    name: CampusForm.shape.name.check(
      z.refine(name => !others.some(other => foldName(other.name) === foldName(name)), {
        error: ({ input }) => `Campus "${String(input).trim()}" already exists.`,
      }),
    ),
  })
  return (campus ? acceptUnchanged(form, campusValues(campus)) : form).check(
    z.refine(
      ({ chat, webhook }) =>
        chat === '' || webhook === campus?.webhook?.url || /^\s*https:\/\/\S+\s*$/i.test(webhook),
      {
        path: ['webhook'],
        error: 'Paste the whole address, as the service shows it: it begins with https://',
      },
    ),
  )
}

/** Why a campus can't be deleted, worded like the server's error; null if it can. */
export function whyNotDeletable({ name, restaurantCount, userCount }: AdminCampus): string | null {
  if (restaurantCount + userCount === 0) return null
  const near = [counted(restaurantCount, 'restaurant'), counted(userCount, 'user')].filter(Boolean)
  return sentence`Campus "${name}" has ${near.join(' and ')}. Move ${restaurantCount + userCount === 1 ? 'it' : 'them'} first.`
}

const counted = (count: number, noun: string) =>
  count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
