import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a text contains a term of lower case, whatever the case of the text, as `toLowerCase` sees it. Engines fold the
 * letters of ASCII alike and all others each in its own way: for a term that has others, this is all texts that may
 * contain it (see `foldsAlike`).
 */
export function containsText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  if (!foldsAlike(term)) return hasMoreThanAscii(text)
  // The two letters that have ASCII in lower case: the dotted I and the sign of kelvin.
  const plain = sql`case when ${hasMoreThanAscii(text)}
    then replace(replace(${text}, ${'\u0130'}, ${'i\u0307'}), ${'\u212a'}, 'k') else ${text} end`
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`strpos(lower((${plain}) collate "C"), ${term}) > 0`
    : sql<SqlBool>`instr(lower(${plain}), ${term}) > 0`
}

/** Whether `containsText` is exact for a term. PostgreSQL knows no NUL. */
export const foldsAlike = (term: string): boolean =>
  [...term].every(letter => letter > '\0' && letter <= '\x7f')

const hasMoreThanAscii = (text: RawBuilder<unknown>) => sql<SqlBool>`octet_length(${text}) <> length(${text})`
