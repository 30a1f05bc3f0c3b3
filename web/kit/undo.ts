import { listActiveAlerts, listAlerts } from '#contract/alerts.ts'
import { restoreTrash, type TrashKind } from '#contract/trash.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'

const undoMilliseconds = 10_000

/** Tells that something was deleted, and offers to take that back for a moment. */
export function useUndo() {
  const restore = useWrite(restoreTrash, {
    stale: [...restaurantQueries, listAlerts, listActiveAlerts],
    onSuccess: ({ count, skipped }, { body }) => {
      const words = nouns[body.kind]
      if (skipped[0]) {
        toast({
          title: `${skipped.length} could not be restored`,
          description: skipped[0].message,
          variant: 'warning',
        })
      } else {
        toast({
          title: count === 1 ? `${words.One} restored` : `${count} ${words.many} restored`,
          variant: 'success',
        })
      }
    },
    onError: error => toast({ title: 'Failed to undo', description: error.message, variant: 'destructive' }),
  })
  return (kind: TrashKind, ids: readonly number[]) => {
    const words = nouns[kind]
    toast({
      title: ids.length === 1 ? `${words.One} deleted` : `${ids.length} ${words.many} deleted`,
      variant: 'success',
      duration: undoMilliseconds,
      action: { label: 'Undo', onClick: () => restore.mutate({ body: { kind, ids: [...ids] } }) },
    })
  }
}

const nouns: Record<TrashKind, { One: string; many: string }> = {
  restaurant: { One: 'Restaurant', many: 'restaurants' },
  rating: { One: 'Rating', many: 'ratings' },
  alert: { One: 'System alert', many: 'system alerts' },
}
