import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './drivers/dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a text, folded by `foldCase`, contains a term that is folded the same way. All engines fold ASCII
 * letters alike, but each folds other letters in its own way. So for a term that has other letters, this
 * matches all texts that may contain it (see `isExactInSql`).
 */
export function containsText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  if (!isExactInSql(term)) return hasMoreThanAscii(text)
  // Only these letters can become part of the term.
  const letters = asciiOf.filter(([, to]) => term.includes(to.charAt(0)))
  const folded = letters.reduce((rest, [from, to]) => sql`replace(${rest}, ${from}, ${to})`, text)
  if (engineOf(db) === 'postgres') {
    // A single `replace` takes no longer than the check whether the text is all ASCII.
    const plain =
      letters.length > 1 ? sql`case when ${hasMoreThanAscii(text)} then ${folded} else ${text} end` : folded
    return sql<SqlBool>`strpos(lower((${plain}) collate "C"), ${term}) > 0`
  }
  // `like` is faster than `lower`, but sees nothing after a NUL. That
  // does no harm: a text with a NUL doesn't count as ASCII here.
  const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`case when ${hasMoreThanAscii(text)} then instr(lower(${folded}), ${term}) > 0
    else ${text} like ${pattern} escape '\\' end`
}

/** The other letters that fold to ASCII: the dotted I, the kelvin sign, and curly apostrophes. */
const asciiOf: [string, string][] = [
  ['\u0130', 'i\u0307'],
  ['\u212a', 'k'],
  ['\u2018', "'"],
  ['\u2019', "'"],
]

/** Whether `containsText` is exact for a term. PostgreSQL has no NUL. */
export const isExactInSql = (term: string): boolean =>
  [...term].every(letter => letter > '\0' && letter <= '\x7f')

const hasMoreThanAscii = (text: RawBuilder<unknown>) => sql<SqlBool>`octet_length(${text}) <> length(${text})`
