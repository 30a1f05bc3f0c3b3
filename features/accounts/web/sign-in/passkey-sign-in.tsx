import {
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { ApiError, call } from '#kit/web/api/call.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { type PasskeyProof, passkeySignInOptions, signInByPasskey } from '../../passkeys-contract.ts'
import { passkeyProblem } from '../passkey-problem.ts'
import { sendPasskey } from '../passkey-signals.ts'
import { sessionBegan } from '../viewer.ts'
import { emailToVerify } from './use-login.ts'

/** A button that signs in with a passkey; the email field above offers passkeys as well. */
export function PasskeySignIn({ onUnverified }: { onUnverified: (email: string) => void }) {
  const passkey = usePasskeySignIn(onUnverified)
  return (
    <div className="mt-3 flex flex-col gap-4">
      <Button
        size="large"
        icon={<KeyRound />}
        busy={passkey.isBusy}
        busyText="Waiting for your device..."
        onClick={passkey.ask}
      >
        Use a passkey
      </Button>
      {passkey.problem && (
        <Banner severity="danger" onDismiss={passkey.dismiss}>
          {passkey.problem}
        </Banner>
      )}
    </div>
  )
}

function usePasskeySignIn(onUnverified: (email: string) => void) {
  const queryClient = useQueryClient()
  const signIn = useWrite(signInByPasskey, {
    touches: [],
    onSuccess: user => sessionBegan(queryClient, user),
  })
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // After a rejection, stop offering: a device that responds without asking the user would try forever.
  const [isRefused, setRefused] = useState(false)

  const send = async (proof: PasskeyProof) => {
    try {
      await sendPasskey(proof, body => signIn.mutateAsync({ body }))
    } catch (error) {
      setRefused(true)
      const unverified = error instanceof ApiError ? emailToVerify(error, '') : null
      if (unverified === null) throw error
      onUnverified(unverified)
    }
  }

  const attempt = async () => {
    const since = Date.now()
    let timeout = Number.POSITIVE_INFINITY
    setProblem(null)
    setAsking(true)
    try {
      const optionsJSON = await call(passkeySignInOptions)
      timeout = optionsJSON.timeout
      await send(await startAuthentication({ optionsJSON }))
    } catch (error) {
      setProblem(passkeyProblem('use', error, { waited: Date.now() - since, timeout }))
    } finally {
      setAsking(false)
    }
  }

  usePasskeyAutofill(!isAsking && !isRefused, async proof => {
    setProblem(null)
    try {
      await send(proof)
    } catch (error) {
      setProblem(passkeyProblem('use', error))
    }
  })

  return {
    isBusy: isAsking || signIn.isPending,
    problem,
    ask: () => void attempt(),
    dismiss: () => setProblem(null),
  }
}

// A challenge expires after five minutes, and the page may stay open longer.
const renewalInterval = 4 * 60_000

/** Offers passkeys in the browser's autofill list under the email field. */
function usePasskeyAutofill(requested: boolean, onProof: (proof: PasskeyProof) => Promise<void>): void {
  const [round, setRound] = useState(0)
  const chosen = useEffectEvent(onProof)
  useEffect(() => {
    if (!requested) return
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = () => {
      if (document.visibilityState === 'visible') setRound(round + 1)
      else document.addEventListener('visibilitychange', renew, { once: true })
    }
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill()) || isOver) return
      const optionsJSON = await call(passkeySignInOptions)
      if (isOver) return
      timer = setTimeout(renew, renewalInterval)
      const proof = await startAuthentication({ optionsJSON, useBrowserAutofill: true })
      if (!isOver) await chosen(proof)
    }
    // The user didn't ask for this, so errors stay silent.
    offer().catch(() => undefined)
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', renew)
      WebAuthnAbortService.cancelCeremony()
    }
  }, [requested, round])
}
