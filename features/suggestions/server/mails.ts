import type { MailMessage } from '#features/mail/server/letter.ts'
import type { WriteMail } from '#features/mail/server/mailer.ts'
import { queuedMail } from '#features/mail/server/queue-mail.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import type { Config } from '#kit/server/config/config.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { SuggestionKind, SuggestionState } from '../contract.ts'

export const suggestionMails = ({ config }: Pick<Deps, 'config'>): Record<'suggestion-reply', WriteMail> => ({
  /** To the sender's current address. Not if it isn't verified, or the reply was withdrawn. */
  'suggestion-reply': async (tx, delivery) => {
    const suggestion = await find(tx, 'suggestions', { id: queuedMail(delivery).about ?? 0 })
    const sender = suggestion && (await find(tx, 'users', { id: suggestion.userId }))
    if (!suggestion?.reply || !sender?.isVerified) return null
    const { reply } = suggestion
    return { to: sender, message: suggestionReply(config, { ...suggestion, reply }, sender.firstName) }
  },
})

/** An administrator's reply to a suggestion. */
function suggestionReply(
  { appName, appUrl }: Config,
  { kind, state, name, text, reply }: Row<'suggestions'> & { reply: string },
  firstName: string,
): MailMessage {
  const about = name ? sentence` “${name}”` : ''
  const subjects: Record<SuggestionKind, string> = {
    restaurant: sentence`Your request for the restaurant${about}`,
    problem: 'The problem that you reported',
    feature: 'The feature that you requested',
    mistake: sentence`Your report about${about || ' a restaurant'}`,
  }
  const outcomes: Record<SuggestionState, string[]> = {
    open: [],
    done: ['It is done.'],
    declined: ['It was declined.'],
  }
  return {
    subject: `Re: ${subjects[kind]}`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      sentence`An administrator of ${appName} replied to what you sent:`,
      ...reply.split(/\n\s*\n/),
      ...outcomes[state],
    ],
    action: { label: 'See what you have sent', url: `${appUrl}/profile?tab=requests` },
    closing: text === '' ? [] : [sentence`You wrote: ${text}`],
  }
}
