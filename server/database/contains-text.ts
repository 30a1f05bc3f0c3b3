import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { engineOf } from './dialect.ts'
import type { Db } from './schema.ts'

/**
 * Whether a text contains a term of `foldSearch`, as that sees the text. Engines fold the letters of ASCII alike and all others
 * each in its own way: for a term that has others, this is all texts that may contain it (see `foldsAlike`).
 */
export function containsText(db: Db, text: RawBuilder<unknown>, term: string): RawBuilder<SqlBool> {
  if (!foldsAlike(term)) return hasMoreThanAscii(text)
  if (engineOf(db) === 'sqlite') {
    // Lowering a text takes longer than a pattern, which sees no further than a NUL; but what has one isn't ASCII here.
    const pattern = `%${term.replace(/[\\%_]/g, '\\$&')}%`
    return sql<SqlBool>`case when ${hasMoreThanAscii(text)} then instr(fold_search(${text}), ${term}) > 0
      else ${text} like ${pattern} escape '\\' end`
  }
  const letters = sql`regexp_replace(normalize(${text}, NFD), '[\\u0300-\\u036f]', '', 'g')`
  const folded = sql`translate(${letters}, ${'‘’'}, ${"''"})`
  const plain = sql`case when ${hasMoreThanAscii(text)} then ${folded} else ${text} end`
  return sql<SqlBool>`strpos(lower((${plain}) collate "C"), ${term}) > 0`
}

/** Whether `containsText` is exact for a term. PostgreSQL knows no NUL. */
export const foldsAlike = (term: string): boolean =>
  [...term].every(letter => letter > '\0' && letter <= '\x7f')

const hasMoreThanAscii = (text: RawBuilder<unknown>) => sql<SqlBool>`octet_length(${text}) <> length(${text})`
