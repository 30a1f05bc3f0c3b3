import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Deps } from '#kit/server/deps.ts'
import { makeFolder } from '#kit/server/make-folder.ts'
import type { ComposedMail } from './letter.ts'

export const outboxOf = (dataDir: string) => join(dataDir, 'outbox')

/** Without a mail server, writes each mail to a file that mail programs can open and people can read as plain text. */
export async function writeToOutbox({ config, log, now }: OutboxDeps, mail: ComposedMail): Promise<void> {
  const folder = outboxOf(config.dataDir)
  const time = now()
  const id = mail.messageId.slice(1, 9)
  const file = join(folder, `${time.toISOString().replaceAll(/[:.]/g, '-')}-${id}.eml`)
  await makeFolder(folder)
  // Renamed when complete, so that a program that watches the folder never sees a partial mail.
  await writeFile(`${file}.part`, messageSource(config.mail.from, time, mail), { mode: 0o600 })
  await rename(`${file}.part`, file)
  const link = config.production || mail.link === null ? {} : { link: mail.link }
  log.info({ file, ...link }, 'mail written to the outbox')
}

type OutboxDeps = Pick<Deps, 'config' | 'log' | 'now'>

// Headers and parts are plain UTF-8 (RFC 6532, 8bit), so that links in the file are not encoded.
function messageSource(from: string, time: Date, mail: ComposedMail): string {
  const boundary = `part-${mail.messageId.slice(1, 37)}`
  const part = (type: string, content: string) =>
    `--${boundary}\nContent-Type: ${type}; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${content}\n`
  return [
    `From: ${from}`,
    `To: ${mail.to.name === '' ? mail.to.address : `"${mail.to.name.replaceAll(/["\\]/g, '\\$&')}" <${mail.to.address}>`}`,
    `Subject: ${mail.subject}`,
    `Date: ${time.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${mail.messageId}`,
    ...Object.entries(mail.headers).map(([name, value]) => `${name}: ${value}`),
    'MIME-Version: 1.0',
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    '',
    `${part('text/plain', mail.text)}${part('text/html', mail.html)}--${boundary}--\n`,
  ].join('\n')
}
