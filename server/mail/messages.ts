import type { MailKind } from '#contract/mails.ts'
import type { SuggestionKind, SuggestionState } from '#contract/suggestions.ts'
import type { Config } from '#server/config.ts'

/** A mail's words, before they become text and HTML. */
export type MailMessage = {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; url: string }
  closing: string[]
}

type AccountMail = Exclude<MailKind, 'suggestion-reply'>

/** What each kind of mail about an account says. `name` is a first name, or the whole name of somebody whose account may be gone. */
export function messageOf(kind: AccountMail, config: Config, name: string, url = ''): MailMessage {
  const { appName, orgName } = config
  const greeting = name === '' ? 'Hello,' : `Hello ${name},`
  const help = `If this wasn’t you, please tell us at once: ${config.primaryAdmin.email}`
  const messages: Record<AccountMail, Omit<MailMessage, 'greeting'>> = {
    verification: {
      subject: `Verify your e-mail address for ${appName}`,
      paragraphs: [
        `One step is left before you can sign in to ${appName}, where the staff of ${orgName} decide where to have lunch: please verify that this e-mail address is yours.`,
      ],
      action: { label: 'Verify e-mail address', url },
      closing: [
        'The link works for 24 hours. If you ask for another one, only the newest works.',
        'If you didn’t create an account, you can ignore this mail.',
      ],
    },
    'password-reset': {
      subject: `Set a new password for ${appName}`,
      paragraphs: [`Somebody, most likely you, asked for a new password for your ${appName} account.`],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within one hour.',
        'If you didn’t ask for it, you can ignore this mail: your password stays as it is.',
      ],
    },
    'password-changed': {
      subject: `Your ${appName} password was changed`,
      paragraphs: [
        `The password of your ${appName} account was changed just now. You are signed out wherever else you were signed in.`,
      ],
      closing: [help],
    },
    'address-changed': {
      subject: `Your ${appName} e-mail address was changed`,
      paragraphs: [
        `The e-mail address of your ${appName} account was changed just now. This is the last mail to the old address.`,
      ],
      closing: [help],
    },
    'account-deleted': {
      subject: `Your ${appName} account was deleted`,
      paragraphs: [
        `Your ${appName} account was deleted just now, with its ratings, favorites and picture. Thank you for having lunch with us.`,
      ],
      closing: [help],
    },
  }
  return { greeting, ...messages[kind] }
}

type Answered = {
  kind: SuggestionKind
  state: SuggestionState
  name: string | null
  text: string
  reply: string
  firstName: string
}

/** What an administrator replied to what somebody sent. */
export function suggestionReply({ appName, appUrl }: Config, answered: Answered): MailMessage {
  const { kind, state, name, text, reply, firstName } = answered
  const about = name ? ` “${name}”` : ''
  const subjects: Record<SuggestionKind, string> = {
    restaurant: `Your request for the restaurant${about}`,
    problem: 'The problem that you reported',
    feature: 'The feature that you requested',
    mistake: `Your report about${about || ' a restaurant'}`,
  }
  const outcomes: Record<SuggestionState, string[]> = {
    open: [],
    done: ['It is done.'],
    declined: ['It was declined.'],
  }
  return {
    subject: `Re: ${subjects[kind]}`,
    greeting: `Hello ${firstName},`,
    paragraphs: [
      `An administrator of ${appName} replied to what you sent:`,
      ...reply.split(/\n\s*\n/),
      ...outcomes[state],
    ],
    action: { label: 'See what you have sent', url: `${appUrl}/profile?tab=requests` },
    closing: text === '' ? [] : [`You wrote: ${text}`],
  }
}
