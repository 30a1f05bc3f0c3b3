import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { ApiError, call, errorField } from '#kit/web/api/call.ts'
import { refreshAfter } from '#kit/web/api/queries.ts'
import { toast } from '#kit/web/ui/toasts/toast-store.ts'
import { addPasskey, addPasskeyOptions, type Passkey, passkeySignInOptions } from '../passkeys-contract.ts'
import { passkeyProblem } from './passkey-problem.ts'
import { sendPasskey } from './passkey-signals.ts'

/** How the user confirms their identity: with the password, with a passkey, or not at all after a recent sign-in. */
export type Proof = { password?: string; byPasskey?: true }

const challengeLifetime = 5 * 60_000

export type Adding = ReturnType<typeof useAddPasskey>

/** Adds a passkey. Asks the user to confirm their identity if the sign-in was a while ago. */
export function useAddPasskey() {
  const queryClient = useQueryClient()
  const [asksProof, setAsksProof] = useState(false)
  const [passwordError, setPasswordError] = useState<string>()

  const mutation = useMutation<Passkey, unknown, Proof & { since: number }>({
    mutationFn: async ({ password, byPasskey }) => {
      const prove = (body: CallInput<typeof addPasskeyOptions>['body']) => call(addPasskeyOptions, { body })
      const optionsJSON = byPasskey
        ? await sendPasskey(
            await startAuthentication({ optionsJSON: await call(passkeySignInOptions) }),
            passkey => prove({ passkey }),
          )
        : await prove(password === undefined ? {} : { password })
      setAsksProof(false)
      return call(addPasskey, { body: await startRegistration({ optionsJSON }) })
    },
    onSuccess: ({ name }) => {
      toast({ title: 'Passkey added', description: `It is called “${name}”.`, variant: 'success' })
    },
    onError: (error, { since }) => {
      if (errorField(error, 'needsProof') === true) return setAsksProof(true)
      const field = error instanceof ApiError && error.fieldErrors.find(({ path }) => path === 'password')
      if (field) return setPasswordError(field.message)
      const problem = passkeyProblem('add', error, { waited: Date.now() - since, timeout: challengeLifetime })
      if (problem) toast({ title: 'No passkey added', description: problem, variant: 'destructive' })
    },
    onSettled: (_passkey, error) => refreshAfter(queryClient, ['passkeys'], error),
  })

  return {
    isPending: mutation.isPending,
    asksProof,
    passwordError,
    add: (proof: Proof) => {
      setPasswordError(undefined)
      if (!mutation.isPending) mutation.mutate({ ...proof, since: Date.now() })
    },
    close: () => {
      setAsksProof(false)
      setPasswordError(undefined)
    },
  }
}
