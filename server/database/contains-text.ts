import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a text, as `foldCase` sees it, contains a term of that. Engines fold the letters of ASCII alike and all others each
 * in its own way: for a term that has others, this is all texts that may contain it (see `foldsAlike`).
 */
export function containsText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  if (!foldsAlike(term)) return hasMoreThanAscii(text)
  // Only these can become letters of the term.
  const letters = asciiOf.filter(([, to]) => term.includes(to.charAt(0)))
  const folded = letters.reduce((rest, [from, to]) => sql`replace(${rest}, ${from}, ${to})`, text)
  if (engineOf(db) === 'postgres') {
    // Replacing one letter that isn't there takes no longer than finding out that all are ASCII.
    const plain =
      letters.length > 1 ? sql`case when ${hasMoreThanAscii(text)} then ${folded} else ${text} end` : folded
    return sql<SqlBool>`strpos(lower((${plain}) collate "C"), ${term}) > 0`
  }
  // Lowering a text takes longer than a pattern, which sees no further than a NUL; but what has one isn't ASCII here.
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`case when ${hasMoreThanAscii(text)} then instr(lower(${folded}), ${term}) > 0
    else ${text} like ${pattern} escape '\\' end`
}

/** All texts that may contain a term of `foldSearch`. Their accents are left to JavaScript: engines take longer than for all the rest. */
export function mayContainText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`(${hasMoreThanAscii(text)} or ${containsText(db, text, term)})`
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
