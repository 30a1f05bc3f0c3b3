import { ApiError, call, errorField } from '#kit/web/api/call.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import { listDepartments, saveDepartments } from '../../contract.ts'

interface Input {
  departments: string[]
  rename?: { from: string; to: string }
}

/** Returns what to save, given the current department names. */
type Change = (present: string[]) => Input

/** Saves a change to the list. Applied to the server's current list, so that other users' changes are kept. */
export const useChangeDepartments = (done: string, form?: { showErrors: (error: ApiError) => boolean }) =>
  useSend<unknown, Change>(async change => save(change, (await call(listDepartments)).departments), {
    touches: ['departments', 'users', 'viewer', 'restaurants'],
    waits: true,
    done,
    failed: 'Failed to update departments',
    ...(form && { form }),
  })

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
