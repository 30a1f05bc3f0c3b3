import * as z from 'zod/mini'
import { encodingHint } from './database.ts'

/** A name with an address in angle brackets, or an address alone. Its domain may be a name in the local network. */
const mailAddress = /[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]+@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*/u.source
const mailbox = new RegExp(`^\\s*(("[^"]*"\\s*|[^<>]*)<${mailAddress}>|${mailAddress})\\s*$`, 'u')

/** The environment variables of mails. */
export const mailVariables = {
  SMTP_URL: z.optional(
    z.url({
      protocol: /^smtps?$/,
      hostname: /./,
      error: `must be an address such as smtp://user:password@host:587, ${encodingHint}`,
    }),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.regex(
          mailbox,
          'must be one address, such as lunch@example.org or Common Table <lunch@example.org>',
        ),
      ),
  ),
}
