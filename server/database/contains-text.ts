import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a text contains a term of `foldSearch`, whatever the case of the text, as `toLowerCase` sees it, and whichever its
 * apostrophes. Engines fold the letters of ASCII alike and all others each in its own way: for a term that has others, this
 * is all texts that may contain it (see `foldsAlike`).
 */
export function containsText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  if (!foldsAlike(term)) return hasMoreThanAscii(text)
  const folded = asciiOf.reduce((rest, [from, to]) => sql`replace(${rest}, ${from}, ${to})`, text)
  const plain = sql`case when ${hasMoreThanAscii(text)} then ${folded} else ${text} end`
  return engineOf(db) === 'postgres'
    ? sql<SqlBool>`strpos(lower((${plain}) collate "C"), ${term}) > 0`
    : sql<SqlBool>`instr(lower(${plain}), ${term}) > 0`
}

/** What has ASCII when it is folded: the dotted I, the sign of kelvin, and curly apostrophes. */
const asciiOf: [string, string][] = [
  ['\u0130', 'i\u0307'],
  ['\u212a', 'k'],
  ['\u2018', "'"],
  ['\u2019', "'"],
]

/** Whether `containsText` is exact for a term. PostgreSQL knows no NUL. */
export const foldsAlike = (term: string): boolean =>
  [...term].every(letter => letter > '\0' && letter <= '\x7f')

const hasMoreThanAscii = (text: RawBuilder<unknown>) => sql<SqlBool>`octet_length(${text}) <> length(${text})`
