import type { Config } from '#server/config.ts'
import { escapeHtml } from '#server/mail/letter.ts'

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

function page(
  { appName, appUrl }: PageConfig,
  { title, text, button }: { title: string; text: string; button?: string },
): Buffer {
  const form = button ? `<form method="post"><button>${escapeHtml(button)}</button></form>` : ''
  return Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} · ${appName}`)}</title>
<style>
body { margin: 0; padding: 48px 16px; background: light-dark(#f6f1e8, #1d1916); color: light-dark(#2b2622, #f1ebe2); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 480px; margin: 0 auto; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; line-height: 1.3 }
button { min-height: 44px; padding: 0 24px; border: 0; border-radius: 8px; background: #8a3b1e; color: #fff; font: inherit; font-weight: 600; cursor: pointer }
a { color: inherit }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${form}
<p><a href="${escapeHtml(`${appUrl}/profile/edit#reminder`)}">Your profile</a></p>
</main>
</body>
</html>
`)
}
