import { counted } from '#web/lib/counted.ts'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'

/** Asks before unsaved stars are lost by leaving the page or switching users. Searching keeps them. */
export function UnsavedQuestion({ unsaved }: { unsaved: number }) {
  const ratings = counted(unsaved, 'rating')
  return (
    <LeaveQuestion
      unsaved={unsaved > 0}
      where="page"
      words={{
        title: `Discard ${ratings}?`,
        text: unsaved === 1 ? 'It isn’t saved yet.' : 'They aren’t saved yet.',
        stay: 'Keep rating',
        leave: `Discard ${ratings}`,
      }}
      losesNothing={(current, next) =>
        current.pathname === next.pathname && current.search.user === next.search.user
      }
    />
  )
}
