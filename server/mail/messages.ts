import type { MailKind } from '#contract/mails.ts'
import type { SuggestionKind, SuggestionState } from '#contract/suggestions.ts'
import { sentence } from '#domain/isolated.ts'
import { distinctNames, type NamedPlace } from '#domain/place-names.ts'
import type { Config } from '#server/config.ts'
import type { LunchRow } from '#server/database/schema.ts'

/** The content of a mail, from which its text and HTML are made. */
export type MailMessage = {
  subject: string
  greeting: string
  paragraphs: string[]
  action?: { label: string; url: string }
  /** A list of items, each with its own link. */
  items?: Linked[]
  closing: (string | Linked)[]
}

export type Linked = { text: string; url: string }

type AccountMail = Exclude<MailKind, 'suggestion-reply' | 'lunch-reminder' | 'lunch-host'>

type MessageDetails = {
  /** The URL of its link. */
  url?: string
  /** The names of the passkeys that it is about. */
  names?: string[]
}

/**
 * The content of each kind of mail about an account. `name` is a first name, or a full one if the account may be
 * gone.
 */
export function messageOf(
  kind: AccountMail,
  config: Config,
  name: string,
  { url = '', names = [] }: MessageDetails = {},
): MailMessage {
  const { appName, appUrl, orgName } = config
  const greeting = name === '' ? 'Hello,' : sentence`Hello ${name},`
  const help = sentence`If this wasn’t you, please tell us immediately: ${config.primaryAdmin.email}`
  const [itemName = '', formerName = ''] = names.map(each => sentence`“${each}”`)
  const seePasskeys = { label: 'See your passkeys', url: `${appUrl}/profile/edit` }
  const seeTokens = { label: 'See your access tokens', url: `${appUrl}/profile/edit` }
  const notice = (subject: string, news: string, action?: MailMessage['action']) => ({
    subject,
    paragraphs: [news],
    ...(action && { action }),
    closing: [help],
  })
  const messages: Record<AccountMail, Omit<MailMessage, 'greeting'>> = {
    verification: {
      subject: sentence`Verify your email address for ${appName}`,
      paragraphs: [
        sentence`One step is left before you can sign in to ${appName}, where the staff of ${orgName} decide where to have lunch: please verify that this email address is yours.`,
      ],
      action: { label: 'Verify email address', url },
      closing: [
        'The link works for 24 hours. If you ask for another one, only the newest works.',
        'If you didn’t create an account, you can ignore this mail.',
      ],
    },
    'password-reset': {
      subject: sentence`Set a new password for ${appName}`,
      paragraphs: [sentence`Someone, most likely you, asked for a new password for your ${appName} account.`],
      action: { label: 'Choose a new password', url },
      closing: [
        'The link works once, within one hour.',
        'If you didn’t ask for it, you can ignore this mail: your password stays as it is.',
      ],
    },
    'password-changed': {
      subject: sentence`Your ${appName} password was changed`,
      paragraphs: [
        sentence`The password of your ${appName} account was changed just now. You are signed out wherever else you were signed in.`,
        ...remainingPasskeys(names),
      ],
      closing: [help],
    },
    'address-changed': notice(
      sentence`Your ${appName} email address was changed`,
      sentence`The email address of your ${appName} account was changed just now. This is the last mail to the old address.`,
    ),
    'account-deleted': notice(
      sentence`Your ${appName} account was deleted`,
      sentence`Your ${appName} account was deleted just now, with its ratings, favorites and picture. Thank you for having lunch with us.`,
    ),
    'passkey-added': notice(
      sentence`A passkey was added to your ${appName} account`,
      sentence`The passkey ${itemName} was added to your ${appName} account just now. Anyone who can unlock it can sign in as you.`,
      seePasskeys,
    ),
    'passkey-renamed': notice(
      sentence`A passkey of your ${appName} account was renamed`,
      sentence`The passkey ${formerName} of your ${appName} account was renamed just now. It is called ${itemName} now.`,
      seePasskeys,
    ),
    'passkey-removed': notice(
      sentence`A passkey was removed from your ${appName} account`,
      sentence`The passkey ${itemName} was removed from your ${appName} account just now. It can no longer be used to sign in.`,
      seePasskeys,
    ),
    'token-created': notice(
      sentence`An access token was created for your ${appName} account`,
      sentence`The access token ${itemName} was created for your ${appName} account just now. A program that has it can use ${appName} as you.`,
      seeTokens,
    ),
  }
  return { greeting, ...messages[kind] }
}

/** A warning that passkeys still work, because changing the password doesn't remove them. */
function remainingPasskeys(names: string[]): string[] {
  if (names.length === 0) return []
  const list = names.map(name => sentence`“${name}”`).join(', ')
  return [
    sentence`Your passkeys still sign you in: ${list}. If one of them isn’t yours, remove it in your profile, under Edit Profile.`,
  ]
}

type Answered = {
  kind: SuggestionKind
  state: SuggestionState
  name: string | null
  text: string
  reply: string
  firstName: string
}

/** An administrator's reply to a suggestion. */
export function suggestionReply({ appName, appUrl }: Config, answered: Answered): MailMessage {
  const { kind, state, name, text, reply, firstName } = answered
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

type LunchesToJoin = {
  firstName: string
  campus: string
  lunches: {
    id: number
    leavesAt: string
    meetingPoint: string | null
    host: string | null
    places: NamedPlace[]
  }[]
  /** Restaurants of the campus with the same name as one of the places. */
  namesakes?: NamedPlace[]
}

/** The lunches that the user could join today. */
export function lunchReminder(
  config: Config,
  { firstName, campus, lunches, namesakes = [] }: LunchesToJoin,
): MailMessage {
  const { appName, appUrl, timeZone } = config
  const names = distinctNames([...namesakes, ...lunches.flatMap(({ places }) => places)])
  const [word = String(lunches.length)] = numbers.slice(lunches.length, lunches.length + 1)
  return {
    subject: sentence`${word} ${lunches.length === 1 ? 'lunch leaves' : 'lunches leave'} from ${campus} today`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      lunches.length === 1
        ? 'You could still join this lunch:'
        : 'You could still join one of these lunches:',
    ],
    items: lunches.map(({ id, leavesAt, meetingPoint, host, places }) => {
      const placeNames = places.map(place => names.get(place.id) ?? '')
      const what = [
        new Date(leavesAt).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
        places.length > 1 ? `vote on ${placeNames.join(', ')}` : placeNames[0],
        host && sentence`with ${host}`,
        meetingPoint && sentence`meet at ${meetingPoint}`,
      ]
      return { text: what.filter(Boolean).join(' · '), url: `${appUrl}/?lunch=${id}` }
    }),
    closing: [
      {
        text: sentence`You get this mail because you asked ${appName} to remind you. Change it or switch it off in your profile:`,
        url: `${appUrl}/profile/edit#reminder`,
      },
    ],
  }
}

/** For the person who is the host now because the one before is out. */
export function newHost(
  { appUrl, timeZone }: Config,
  firstName: string,
  lunch: Pick<LunchRow, 'id' | 'leavesAt' | 'decidedName' | 'meetingPoint'>,
): MailMessage {
  const { id, leavesAt, decidedName, meetingPoint } = lunch
  const leaves = new Date(leavesAt)
  const clock = leaves.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const when = `${leaves.toLocaleDateString('en-US', { timeZone, weekday: 'long' })} at ${clock}`
  const where = `${decidedName === null ? '' : sentence` at ${decidedName}`}${meetingPoint === null ? '' : sentence`, meeting at ${meetingPoint}`}`
  return {
    subject: `You’re the host of the lunch on ${when}`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      `The host of a lunch that you are in is out, so you are the host now. It leaves on ${when}${where}.`,
      'You can change its time and where you meet, close its vote, or cancel it.',
    ],
    action: { label: 'Open the lunch', url: `${appUrl}/?lunch=${id}` },
    closing: [],
  }
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
