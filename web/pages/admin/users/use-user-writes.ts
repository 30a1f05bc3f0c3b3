import { getViewer } from '#contract/sessions.ts'
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  resendUserVerification,
  updateUser,
} from '#contract/users.ts'
import type { ApiError } from '#web/api/call.ts'
import { useWrite } from '#web/api/queries.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { toast } from '#web/ui/toast-store.ts'

/** Everything that names people or depends on their departments; one may have changed oneself, too. */
const stale = [listUsers, getUser, getViewer, ...restaurantQueries]

const done = (title: string) => () => toast({ title, variant: 'success' })
const failed = (title: string) => (error: ApiError) =>
  toast({ title, description: error.message, variant: 'destructive' })

/** `toFields` puts what is wrong with fields onto them; false when there is nothing to put. */
export function useCreateUser(toFields: (error: ApiError) => boolean) {
  return useWrite(createUser, {
    stale,
    onSuccess: done('User created successfully'),
    onError: error => toFields(error) || failed('Failed to create user')(error),
  })
}

export function useUpdateUser(toFields: (error: ApiError) => boolean) {
  return useWrite(updateUser, {
    stale,
    onSuccess: done('User updated successfully'),
    onError: error => toFields(error) || failed('Failed to update user')(error),
  })
}

export function useVerifyUser() {
  return useWrite(updateUser, {
    stale,
    onSuccess: done('User marked as verified'),
    onError: failed('Failed to update user'),
  })
}

export function useResendVerification() {
  return useWrite(resendUserVerification, {
    stale: [],
    onSuccess: ({ message }) =>
      toast({ title: 'Verification email sent', description: message, variant: 'success' }),
    onError: failed('Failed to send verification email'),
  })
}

export function useDeleteUser(onDone: () => void) {
  return useWrite(deleteUser, {
    stale,
    onSuccess: () => {
      done('User deleted')()
      onDone()
    },
    onError: failed('Failed to delete user'),
  })
}
