import type { Config } from '#kit/server/config/config.ts'
import { plainPage } from '#kit/server/http/site/plain-page.ts'

type PageConfig = Pick<Config, 'appName' | 'appUrl'>

/** The page behind the link of a mail. Only its button switches anything off, because mail scanners open every link. */
export const askPage = (config: PageConfig) =>
  page(config, {
    title: 'Stop reminders?',
    text: `${config.appName} will no longer send you mails about the day’s lunches.`,
    button: 'Stop reminders',
  })

export const donePage = (config: PageConfig) =>
  page(config, {
    title: 'Reminders are off',
    text: 'You won’t get mails about the day’s lunches any more. You can switch them on again in your profile.',
  })

export const unknownPage = (config: PageConfig) =>
  page(config, {
    title: 'This link doesn’t work any more',
    text: 'You can switch your reminder off in your profile.',
  })

const page = ({ appName, appUrl }: PageConfig, content: { title: string; text: string; button?: string }) =>
  plainPage(
    { appName },
    { ...content, link: { href: `${appUrl}/profile/edit#reminder`, label: 'Your profile' } },
  )
