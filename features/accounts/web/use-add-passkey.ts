import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { useState } from 'react'
import type { CallInput } from '#kit/contract/endpoint.ts'
import { ApiError, call, errorField } from '#kit/web/api/call.ts'
import { useSend } from '#kit/web/api/use-write.ts'
import { addPasskey, addPasskeyOptions, type Passkey, passkeySignInOptions } from '../passkeys-contract.ts'
import { passkeyProblem } from './passkey-problem.ts'
import { sendPasskey } from './passkey-signals.ts'

/** How the user confirms their identity: with the password, with a passkey, or not at all after a recent sign-in. */
export type Proof = { password?: string; byPasskey?: true }

const challengeLifetime = 5 * 60_000

export type Adding = ReturnType<typeof useAddPasskey>

/** Adds a passkey. Asks the user to confirm their identity if the sign-in was a while ago. */
export function useAddPasskey() {
  const [asksProof, setAsksProof] = useState(false)
  const [passwordError, setPasswordError] = useState<string>()

  const send = async ({ password, byPasskey }: Proof) => {
    const prove = (body: CallInput<typeof addPasskeyOptions>['body']) => call(addPasskeyOptions, { body })
    const optionsJSON = byPasskey
      ? await sendPasskey(
          await startAuthentication({ optionsJSON: await call(passkeySignInOptions) }),
          passkey => prove({ passkey }),
        )
      : await prove(password === undefined ? {} : { password })
    setAsksProof(false)
    return call(addPasskey, { body: await startRegistration({ optionsJSON }) })
  }
  const asksAgain = (error: unknown) => {
    if (errorField(error, 'needsProof') === true) {
      setAsksProof(true)
      return true
    }
    const field = error instanceof ApiError && error.fieldErrors.find(({ path }) => path === 'password')
    if (field) setPasswordError(field.message)
    return Boolean(field)
  }
  const mutation = useSend<Passkey, Proof & { since: number }>(send, {
    touches: ['passkeys'],
    waits: true,
    done: ({ name }) => ({ title: 'Passkey added', description: `It is called “${name}”.` }),
    form: { showErrors: asksAgain },
    failed: (error, { since }) => {
      const problem = passkeyProblem('add', error, { waited: Date.now() - since, timeout: challengeLifetime })
      return problem ? { title: 'No passkey added', description: problem } : undefined
    },
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
