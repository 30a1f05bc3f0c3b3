import { existsSync } from 'node:fs'
import { withoutInvisible } from '#kit/rules/texts/text.ts'

/** The variables that are set, without the invisible characters that come along when a value is copied. */
export const givenValues = (env: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env)
      .map(([name, value = '']) => [name, visible(name, value)] as const)
      .filter(([, value]) => value !== ''),
  )

/** `docker run --env-file` and Kubernetes keep the quotes that a `.env` may have. */
export const isQuoted = (value = '') => /^(["']).*\1$/s.test(value)

const secret = /PASSWORD|SECRET|TOKEN|KEY|^(DATABASE|SMTP)_URL$/

/** Whether the value has `${NAME}` or `$NAME`, which only Compose and shells replace; `$NAME` may be part of a password. */
export const hasPlaceholder = (name: string, value = '') =>
  /\$\{\w+/.test(value) || (secret.test(name) ? /^\$[A-Z]\w{2,}$/ : /\$[A-Z]\w{2,}/).test(value)

export const quotesHint = 'Leave them out: docker run --env-file keeps them.'

function visible(name: string, value: string): string {
  // The folder may have been created under its name as it is written.
  if (name === 'DATA_DIR' && existsSync(value)) return value
  return withoutInvisible(value)
}
