import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  NewPasskey,
  NewPasskeyOptions,
  PasskeyOptions,
  PasskeyProof,
} from '#features/accounts/passkeys-contract.ts'

type Cbor = Parameters<typeof isoCBOR.encode>[0]
type Credential = { id: string; userHandle: string; key: KeyObject; publicKey: Uint8Array; counter: number }

export type Attestation = { fmt: string; attStmt: Record<string, Cbor> }

/** False or broken parts of a response. */
export type Deviation = {
  origin?: string
  rpId?: string
  challenge?: string
  /** The type of ceremony: 'webauthn.create' or 'webauthn.get'. */
  type?: string
  crossOrigin?: boolean
  userPresent?: boolean
  userVerified?: boolean
  counter?: number
  /** An id to use instead of the random or actual one. */
  id?: string
  userHandle?: string
  attestation?: Attestation
  /** Whether to sign with another key. */
  forged?: boolean
}

/** A software authenticator including the browser's part. It creates real passkeys and real proofs of possession. */
export class Authenticator {
  readonly #origin: string
  readonly #credentials: Credential[] = []
  /** Whether it counts its signatures. Synced passkeys don't: their counter stays 0. */
  readonly #counts: boolean

  constructor(origin: string, { counts = true } = {}) {
    this.#origin = origin
    this.#counts = counts
  }

  make(options: NewPasskeyOptions, deviation: Deviation = {}): NewPasskey {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    // A COSE key: type EC2, algorithm ES256, curve P-256.
    const cose = isoCBOR.encode(
      new Map<number, number | Buffer>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    )
    const id = deviation.id ?? randomBytes(32).toString('base64url')
    const credential = { id, userHandle: options.user.id, key: privateKey, publicKey: cose, counter: 0 }
    this.#credentials.push(credential)
    const { fmt, attStmt } = deviation.attestation ?? { fmt: 'none', attStmt: {} }
    const authData = authenticatorData(credential, { rpId: options.rp.id, ...deviation }, { attested: true })
    const attestation = new Map<string, Cbor>([
      ['fmt', fmt],
      ['attStmt', new Map(Object.entries(attStmt))],
      ['authData', authData],
    ])
    const clientData = this.#clientData('webauthn.create', options.challenge, deviation)
    return {
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    }
  }

  /** Creates a proof with the newest passkey. */
  use(options: PasskeyOptions, deviation: Deviation = {}): PasskeyProof {
    const credential = this.#credentials.at(-1)
    if (!credential) throw new Error('There is no passkey in this authenticator')
    if (this.#counts) credential.counter += 1
    const authData = authenticatorData(credential, { rpId: options.rpId, ...deviation })
    const clientData = this.#clientData('webauthn.get', options.challenge, deviation)
    const key = deviation.forged
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
      : credential.key
    const signature = createSign('sha256').update(authData).update(sha256(clientData)).sign(key)
    const id = deviation.id ?? credential.id
    return {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: deviation.userHandle ?? credential.userHandle,
      },
    }
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const { origin = this.#origin, crossOrigin = false } = deviation
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin,
      crossOrigin,
    }
    return Buffer.from(JSON.stringify(data))
  }
}

function authenticatorData(
  { id, publicKey, counter }: Credential,
  { rpId = '', userPresent = true, userVerified = true, counter: claimed = counter }: Deviation,
  { attested = false } = {},
): Buffer {
  const flags = (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (attested ? 0x40 : 0)
  const parts: Uint8Array[] = [sha256(Buffer.from(rpId)), Buffer.from([flags]), uint32(claimed)]
  if (attested) {
    const credentialId = Buffer.from(id, 'base64url')
    const noModel = Buffer.alloc(16)
    parts.push(noModel, uint32(credentialId.length).subarray(2), credentialId, publicKey)
  }
  return Buffer.concat(parts)
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
