import { createMailLink } from '#features/accounts/server/tokens/mail-links.ts'
import { isDisabled, isUnverified } from '#features/accounts/server/users/account-state.ts'
import type { MailMessage } from '#features/mail/server/letter.ts'
import type { WriteMail } from '#features/mail/server/mailer.ts'
import { queuedMail } from '#features/mail/server/queue-mail.ts'
import { sentence } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { distinctNames, type NamedPlace } from '#kit/rules/texts/place-names.ts'
import { days } from '#kit/rules/units.ts'
import type { Config } from '#kit/server/config/config.ts'
import { find } from '#kit/server/database/rows.ts'
import type { Db, Row } from '#kit/server/database/schema.ts'
import type { Deps } from '#kit/server/deps.ts'
import type { Lunch } from '../../contract.ts'
import { placesOf } from '../../lunch-places.ts'
import { mayStillReturn } from '../../lunch-times.ts'
import { everyLabel } from '../../standing-lunches.ts'
import { listNamesakes } from '../lunches-store.ts'
import { presentLunches } from '../read-lunches.ts'
import { listLunchesToJoin } from '../reminders/lunches-to-join.ts'
import { findHosted } from '../standing/standing-lunches-store.ts'

type ComposeDeps = Pick<Deps, 'config' | 'now'>

/** People unsubscribe by old mails too. */
const unsubscribeLink = {
  purpose: 'unsubscribe',
  path: '/api/reminders/unsubscribe',
  lifetime: 365 * days,
} as const

export const lunchMails = (deps: ComposeDeps): Record<'lunch-reminder' | 'lunch-host', WriteMail> => ({
  /** The lunches that can be joined now. Not if there are none, or the user must not get it. */
  'lunch-reminder': async (tx, delivery) => {
    const { about = 0 } = queuedMail(delivery)
    const user = await find(tx, 'users', { id: about })
    const reminder = await find(tx, 'reminders', { userId: about })
    if (!user || !reminder?.time || isDisabled(user) || isUnverified(user)) return null
    const campus = await find(tx, 'campuses', { code: user.campusCode })
    const lunches = await presentLunches(tx, await listLunchesToJoin(tx, deps, user))
    if (!campus || lunches.length === 0) return null
    const namesakes = await listNamesakes(tx, user.campusCode, lunches.flatMap(offeredIn))
    const { firstName } = user
    return {
      to: user,
      message: lunchReminder(deps.config, { firstName, campus: campus.name, lunches, namesakes }),
      headers: {
        'List-Unsubscribe': `<${await createMailLink(tx, deps, user, unsubscribeLink)}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }
  },

  /** To the new host of a lunch, or of one that repeats. Not if it is over, or someone else is its host by now. */
  'lunch-host': async (tx, delivery) => {
    const { about = 0, others, toAddress } = queuedMail(delivery)
    const host = await find(tx, 'users', { email: toAddress })
    if (!host || isDisabled(host) || isUnverified(host)) return null
    const news = others?.standing === undefined ? newHost : newStandingHost
    const message = await news(tx, deps, { id: others?.standing ?? about, host })
    return message && { to: host, message }
  },
})

/** What can be voted for, or what was decided. */
const offeredIn = (lunch: Lunch): NamedPlace[] =>
  placesOf(lunch).filter(({ id }) =>
    lunch.decision ? id === lunch.decision.restaurantId : lunch.state === 'voting',
  )

type LunchesToJoin = {
  firstName: string
  campus: string
  lunches: Lunch[]
  /** Restaurants of the campus with the same name as one of these. */
  namesakes: NamedPlace[]
}

/** The lunches that the user could join today. */
function lunchReminder(
  config: Config,
  { firstName, campus, lunches, namesakes }: LunchesToJoin,
): MailMessage {
  const { appName, appUrl, timeZone } = config
  const names = distinctNames([...namesakes, ...lunches.flatMap(offeredIn)])
  const [word = String(lunches.length)] = numbers.slice(lunches.length, lunches.length + 1)
  return {
    subject: sentence`${word} ${lunches.length === 1 ? 'lunch leaves' : 'lunches leave'} from ${campus} today`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      lunches.length === 1
        ? 'You could still join this lunch:'
        : 'You could still join one of these lunches:',
    ],
    items: lunches.map(lunch => {
      const { id, leavesAt, meetingPoint, host } = lunch
      const offered = offeredIn(lunch).map(place => names.get(place.id) ?? '')
      const what = [
        new Date(leavesAt).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }),
        offered.length > 1 ? `vote on ${offered.join(', ')}` : offered[0],
        host && sentence`with ${fullName(host)}`,
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

type Hosting = { id: number; host: Row<'users'> }

/** For the person who is the host now because the one before is out. */
async function newHost(
  tx: Db,
  { config: { appUrl, timeZone }, now }: ComposeDeps,
  { id, host: { id: hostId, firstName } }: Hosting,
): Promise<MailMessage | null> {
  const lunch = await find(tx, 'lunches', { id, hostId })
  const time = now().toISOString()
  if (!lunch || lunch.state === 'cancelled' || lunch.leavesAt <= time) return null
  // One who became the host again meanwhile is told later.
  if (mayStillReturn(lunch.hostLeftAt, time)) return null
  const { leavesAt, decidedName, meetingPoint } = lunch
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

/** For the person who is the host of a lunch that repeats because the one before doesn’t come any more. */
async function newStandingHost(
  tx: Db,
  deps: ComposeDeps,
  { id, host: { id: hostId, firstName } }: Hosting,
): Promise<MailMessage | null> {
  const { appUrl, timeZone } = deps.config
  const hosted = await findHosted(tx, deps, { id, hostId })
  if (!hosted) return null
  const { weekdays, leaves, nextLunchId } = hosted
  const clock = leaves.toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  return {
    subject: `You’re the host of the lunch ${everyLabel(weekdays)}`,
    greeting: sentence`Hello ${firstName},`,
    paragraphs: [
      `The host of the lunch ${everyLabel(weekdays)} at ${clock} no longer comes every time, so you are its host now.`,
      'You can change its days, time and places, or end it: open one of its lunches.',
    ],
    action: {
      label: 'Open the next one',
      url: nextLunchId === undefined ? appUrl : `${appUrl}/?lunch=${nextLunchId}`,
    },
    closing: [],
  }
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']
