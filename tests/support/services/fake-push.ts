import {
  createDecipheriv,
  createECDH,
  createHash,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { PushSubscription } from '#features/push/contract.ts'
import { createPushService, type PushService } from '#features/push/server/push-service.ts'
import { fakeCertificate } from './fake-certificate.ts'
import { fakeHosts } from './fake-hosts.ts'
import { type FakeRequest, startFakeService } from './fake-service.ts'

/** A message as a browser reads it. */
export type Received = {
  to: string
  headers: IncomingHttpHeaders
  title: string
  body: string
  tag: string
  navigate: string
  payload: { web_push: number; notification: Record<string, unknown> }
}

/** A browser that has subscribed at a push service. */
export type FakeBrowser = {
  endpoint: string
  subscription: PushSubscription
  /** SHA-256 of its endpoint. */
  hash: string
  read: (request: FakeRequest) => Received
}

/** Local fakes of the push services of browsers, over HTTPS. */
export async function startFakePush({ subject = 'mailto:lunch@example.org' } = {}) {
  const browsers = new Map<string, FakeBrowser>()
  const fake = await startFakeService(() => ({ status: 201 }), fakeCertificate)
  const { network, addresses } = fakeHosts(fake, { keepAlive: true, maxSockets: 20 })
  const create = (options: { timeLimit?: number; extraHosts?: string[] } = {}) =>
    createPushService({ extraHosts: [], subject, network, ...options })
  let current = create()

  return {
    ...fake,
    addresses,
    /** A client of the fake, for a server under test. */
    pushService: {
      readAddress: endpoint => current.readAddress(endpoint),
      send: (...args) => current.send(...args),
    } satisfies PushService,
    renew: (options: { timeLimit?: number; extraHosts?: string[] } = {}) => {
      network.agent.destroy()
      current = create(options)
    },
    subscribe: (host = 'fcm.googleapis.com') => {
      const browser = newBrowser(host)
      browsers.set(browser.endpoint, browser)
      return browser
    },
    /** The messages since the last call, decrypted by the browsers that they are for. */
    received: (): Received[] =>
      fake.requests.splice(0).map(request => {
        const browser = browsers.get(`https://${request.host}${request.path}`)
        if (!browser) throw new Error(`a message to an unknown browser: ${request.path}`)
        return browser.read(request)
      }),
  }
}

function newBrowser(host: string): FakeBrowser {
  const own = createECDH('prime256v1')
  const publicKey = own.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `https://${host}/send/${randomBytes(16).toString('base64url')}`
  return {
    endpoint,
    hash: createHash('sha256').update(endpoint).digest('base64url'),
    subscription: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    read: ({ headers, bytes }) => {
      const payload = JSON.parse(decrypt(bytes, { own, publicKey, auth }).toString('utf8'))
      const { title, body: text, tag, navigate } = payload.notification
      return { to: endpoint, headers, title, body: text, tag, navigate, payload }
    },
  }
}

type Keys = { own: ReturnType<typeof createECDH>; publicKey: Buffer; auth: Buffer }

/** RFC 8291 and RFC 8188, with nothing but Node's own cryptography. */
function decrypt(message: Buffer, { own, publicKey, auth }: Keys): Buffer {
  const salt = message.subarray(0, 16)
  const keyLength = message.readUInt8(20)
  const sender = message.subarray(21, 21 + keyLength)
  const sealed = message.subarray(21 + keyLength)
  const derive = (key: Buffer, seed: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', key, seed, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = derive(own.computeSecret(sender), auth, info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2))
}

/** The claims of a VAPID header (RFC 8292), if its signature is that of its key. */
export function readVapid(authorization = ''): { key: string; claims: Record<string, unknown> } {
  const [, header = '', claims = '', signature = '', key = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? []
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the signature is wrong')
  return { key, claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) }
}
