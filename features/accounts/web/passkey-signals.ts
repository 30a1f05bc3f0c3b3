import { fullName } from '#kit/rules/texts/person-names.ts'
import { errorField } from '#kit/web/api/call.ts'
import type { Passkey, PasskeyProof } from '../passkeys-contract.ts'
import type { User } from '../people-contract.ts'

/*
 * What browsers that can pass it on tell the devices and password managers that keep the passkeys. It is their own
 * business whether they follow, so nothing waits for them or fails with them.
 */

type Signals = Partial<
  Pick<
    typeof PublicKeyCredential,
    'signalAllAcceptedCredentials' | 'signalCurrentUserDetails' | 'signalUnknownCredential'
  >
>

const rpId = location.hostname
const signals = (): Signals => globalThis.PublicKeyCredential ?? {}
const quietly = (told: Promise<unknown> | undefined) => void told?.catch(() => undefined)

/** The passkeys that a user has; devices no longer offer any other. */
export function tellPasskeys(userId: string, passkeys: readonly Passkey[]): void {
  const allAcceptedCredentialIds = passkeys.flatMap(({ credentialId }) => credentialId ?? [])
  quietly(signals().signalAllAcceptedCredentials?.({ rpId, userId, allAcceptedCredentialIds }))
}

/** How the user is called now, as when a passkey is added. */
export function tellUser(userId: string, user: User): void {
  quietly(
    signals().signalCurrentUserDetails?.({ rpId, userId, name: user.email, displayName: fullName(user) }),
  )
}

/** Sends a passkey that the user has chosen. If the server doesn't know it, its device needn't offer it any more. */
export async function sendPasskey<T>(
  passkey: PasskeyProof,
  send: (passkey: PasskeyProof) => Promise<T>,
): Promise<T> {
  try {
    return await send(passkey)
  } catch (error) {
    if (errorField(error, 'unknown') === true)
      quietly(signals().signalUnknownCredential?.({ rpId, credentialId: passkey.id }))
    throw error
  }
}
