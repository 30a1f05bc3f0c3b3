import * as z from 'zod/mini'
import { onlyVisible } from '#kit/rules/texts/text.ts'

export const chatKinds = ['slack', 'teams', 'discord'] as const
export type ChatKind = (typeof chatKinds)[number]

export const chatNames: Record<ChatKind, string> = {
  slack: 'Slack',
  teams: 'Microsoft Teams',
  discord: 'Discord',
}

/**
 * Where a campus's lunches are posted. The address is a secret: once it is saved, responses contain only its host and
 * last characters. A client that sends these back leaves the address unchanged.
 */
export const Webhook = z.object({
  kind: z.enum(chatKinds, 'Choose Slack, Microsoft Teams or Discord'),
  url: z
    .string({ error: 'Paste the address of the webhook' })
    .check(
      z.overwrite(onlyVisible),
      z.minLength(1, 'Paste the address of the webhook'),
      z.maxLength(2000, 'An address has at most 2,000 characters'),
    ),
})
export type Webhook = z.output<typeof Webhook>
