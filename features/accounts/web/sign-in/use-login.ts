import { useQueryClient } from '@tanstack/react-query'
import { type ApiError, errorField } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { login, wrongCredentials } from '../../sessions-contract.ts'
import { sessionBegan } from '../viewer.ts'

export function useLogin() {
  const queryClient = useQueryClient()
  return useWrite(login, { touches: [], onSuccess: user => sessionBegan(queryClient, user) })
}

/** The address that must be verified first, if that is why a sign-in failed. */
export function emailToVerify(error: ApiError | null, typedEmail: string): string | null {
  if (error?.status !== 403 || errorField(error, 'needsVerification') !== true) return null
  const email = errorField(error, 'email')
  return typeof email === 'string' ? email : typedEmail
}

/** The error message of the sign-in page. */
export function loginProblem(error: ApiError): string {
  return error.reason ?? wrongCredentials
}
