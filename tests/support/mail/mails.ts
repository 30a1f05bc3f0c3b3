import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { outboxOf } from '#features/mail/server/outbox.ts'
import type { Deps } from '#kit/server/deps.ts'

export type ReceivedMail = {
  to: string
  subject: string
  text: string
  html: string
  /** The token of its link; null if it has none. */
  token: string | null
  source: string
}

/** Waits until all due mails are sent, and reads them from the outbox, oldest first. */
export async function readOutbox({ config, jobs }: Deps): Promise<ReceivedMail[]> {
  await jobs.mailer.settled()
  const folder = outboxOf(config.dataDir)
  const files = await readdir(folder).catch(() => [])
  const sources = await Promise.all(files.sort().map(file => readFile(join(folder, file), 'utf8')))
  return sources.map(readMail)
}

function readMail(source: string): ReceivedMail {
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(source)?.[1] ?? ''
  const part = (type: string) => {
    const start = source.indexOf('\n\n', source.indexOf(`Content-Type: ${type}`)) + 2
    return source.slice(start, source.indexOf('\n--part-', start))
  }
  const text = part('text/plain')
  return {
    to: header('To'),
    subject: header('Subject'),
    text,
    html: part('text/html'),
    token: /\?token=([\w-]+)/.exec(text)?.[1] ?? null,
    source,
  }
}
