import { type Kysely, sql } from 'kysely'
import { tidyEmail } from '#kit/rules/addresses/email-domains.ts'

/** Domains with letters beyond ASCII could only be entered encoded ('xn--…') until they were addresses as they are written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['users', 'mailTokens'].map(name => sql.table(name))) {
    const encoded = sql<{ email: string }>`select distinct email from ${table} where email like '%xn--%'`
    for (const { email } of (await encoded.execute(db)).rows)
      await sql`update ${table} set email = ${tidyEmail(email)} where email = ${email}`.execute(db)
  }
}
