import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call, errorField } from '#kit/web/api/call.ts'
import { refreshAfter } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { listDepartments, saveDepartments } from '../../contract.ts'

interface Input {
  departments: string[]
  rename?: { from: string; to: string }
}

/** Returns what to save, given the current department names. */
type Change = (present: string[]) => Input

/** Saves a change to the list. Applied to the server's current list, so that other users' changes are kept. */
export function useChangeDepartments(done: string) {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiError, Change>({
    mutationFn: async change => {
      const { departments } = await call(listDepartments)
      return save(change, departments)
    },
    onSuccess: () => toast({ title: done, variant: 'success' }),
    onSettled: (_reply, error) =>
      refreshAfter(queryClient, ['departments', 'users', 'viewer', 'restaurants'], error),
  })
}

export const failed = (error: ApiError) =>
  toast({ title: 'Failed to update departments', description: error.message, variant: 'destructive' })

const maxAttempts = 5

async function save(change: Change, present: string[], attempt = 1): Promise<unknown> {
  try {
    return await call(saveDepartments, { body: { ...change(present), expected: present } })
  } catch (error) {
    const current =
      error instanceof ApiError && error.status === 409 ? errorField(error, 'current') : undefined
    if (!Array.isArray(current) || attempt === maxAttempts) throw error
    return save(change, current, attempt + 1)
  }
}
