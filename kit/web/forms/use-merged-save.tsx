import { type ReactNode, useState } from 'react'
import { conflictIn } from './edit-conflict.ts'
import { EditConflictDialog, type EditedThing } from './edit-conflict-dialog.tsx'
import { mergeEdits, type Versions } from './merge-edits.ts'

interface Question<Values> {
  versions: Versions<Values>
  answer: (values: Values | null) => void
}

interface MergedThing<Row, Values extends object> extends EditedThing<Values> {
  valuesOf: (row: Row) => Partial<Values>
  /** Merges both edits without a question. */
  merge?: (versions: Versions<Values>) => Values
}

/**
 * Saves an edit of the version that the user started from. If someone else has saved since then, both edits are merged
 * and sent again, once the user has decided about what both of them changed; `question` asks for that.
 */
export function useMergedSave<Row, Values extends object>(thing: MergedThing<Row, Values>) {
  const [question, setQuestion] = useState<Question<Values>>()
  const choose = (versions: Versions<Values>) =>
    new Promise<Values | null>(answer => setQuestion({ versions, answer })).finally(() =>
      setQuestion(undefined),
    )

  const save = async <Reply,>(
    mine: Values,
    base: Row,
    send: (values: Values, onto: Row) => Promise<Reply>,
  ): Promise<Reply> => {
    try {
      return await send(mine, base)
    } catch (error) {
      const theirs = conflictIn<Row>(error)
      if (!theirs) throw error
      const versions = { mine, base: thing.valuesOf(base), theirs: thing.valuesOf(theirs) }
      const { differences, withTheirs } = mergeEdits(versions, thing)
      const both = thing.merge?.(versions) ?? (differences.length === 0 && withTheirs([]))
      const merged = both || (await choose(versions))
      if (!merged) throw error
      return save(merged, theirs, send)
    }
  }
  const dialog: ReactNode = question && (
    <EditConflictDialog thing={thing} versions={question.versions} onAnswer={question.answer} />
  )
  return { save, question: dialog }
}
