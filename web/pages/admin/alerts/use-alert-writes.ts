import { useQueryClient } from '@tanstack/react-query'
import {
  type Alert,
  createAlert,
  deleteAlert,
  listActiveAlerts,
  listAlerts,
  updateAlert,
} from '#contract/alerts.ts'
import { listTrash } from '#contract/trash.ts'
import type { ApiError } from '#web/api/call.ts'
import { patchCached, useWrite } from '#web/api/queries.ts'
import { useUndo } from '#web/kit/undo.ts'
import { toast } from '#web/ui/toast-store.ts'

const stale = [listAlerts, listActiveAlerts]

const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

/** `toFields` puts what is wrong with fields onto them; false when there is nothing to put. */
export function useCreateAlert(toFields: (error: ApiError) => boolean) {
  return useWrite(createAlert, {
    stale,
    onSuccess: ({ title }) =>
      toast({ title: 'System alert created', description: title, variant: 'success' }),
    onError: error => toFields(error) || failed('Failed to create system alert')(error),
  })
}

export function useUpdateAlert(toFields: (error: ApiError) => boolean) {
  return useWrite(updateAlert, {
    stale,
    onSuccess: ({ title }) =>
      toast({ title: 'System alert updated successfully', description: title, variant: 'success' }),
    onError: error => toFields(error) || failed('Failed to update system alert')(error),
  })
}

/** Activates and deactivates from the row: seen at once, and taken back when it can't be saved. */
export function useActivation() {
  const queryClient = useQueryClient()
  const write = useWrite(updateAlert, {
    stale,
    scope: { id: 'alert activation' },
    onMutate: ({ params, body }) =>
      patchCached(queryClient, listAlerts, alerts =>
        alerts.map(alert =>
          alert.id === Number(params.id) ? { ...alert, isActive: body?.isActive ?? alert.isActive } : alert,
        ),
      ),
    onSuccess: ({ title, isActive }) =>
      toast({
        title: 'System alert updated successfully',
        description: `“${title}” is ${isActive ? 'active' : 'inactive'} now.`,
        variant: 'success',
      }),
    onError: (error, _input, undo) => {
      undo?.()
      failed('Failed to update system alert')(error)
    },
  })
  return ({ id }: Alert, isActive: boolean) =>
    write.mutate({ params: { id: String(id) }, body: { isActive } })
}

export function useDeleteAlert(onDone: () => void) {
  const offerUndo = useUndo()
  return useWrite(deleteAlert, {
    stale: [...stale, listTrash],
    onSuccess: (_, { params }) => {
      offerUndo('alert', [Number(params.id)])
      onDone()
    },
    onError: failed('Failed to delete system alert'),
  })
}
