import { escapeHtml } from '#kit/rules/texts/escape-html.ts'
import type { Config } from '#kit/server/config/config.ts'

interface PlainPage {
  title: string
  text: string
  /** Sends an empty form to the page's own address. */
  button?: string
  link: { href: string; label: string }
}

/** A page of a few words that needs neither scripts nor the web application. */
export function plainPage(
  { appName }: Pick<Config, 'appName'>,
  { title, text, button, link }: PlainPage,
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
<p><a href="${escapeHtml(link.href)}">${escapeHtml(link.label)}</a></p>
</main>
</body>
</html>
`)
}
