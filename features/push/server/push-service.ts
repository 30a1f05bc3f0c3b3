import type { IncomingMessage } from 'node:http'
import { Agent } from 'node:https'
import type { getVapidHeaders } from 'web-push'
import { hours, seconds } from '#kit/rules/units.ts'
import { explainTls } from '#kit/server/outbound/explain-tls.ts'
import { isOneOf } from '#kit/server/outbound/known-hosts.ts'
import { type Network, PrivateAddress, requestPublic } from '#kit/server/outbound/public-request.ts'
import { secondsUntil } from '#kit/server/outbound/service.ts'
import type { PushKeys } from './push-keys.ts'

export type PushMessage = {
  endpoint: string
  keys: { p256dh: string; auth: string }
  /** JSON. */
  payload: string
  /** For how many seconds the push service keeps the message for a device that is not connected. */
  ttl: number
  /** A message replaces an earlier one with the same topic that was not delivered yet. */
  topic: string
  urgency: 'normal' | 'high'
}

/**
 * How a push service rejected a message: the device is gone; the message can't be sent to it; the service is in trouble.
 * It never contains the endpoint, which is a secret.
 */
type PushFailure = 'gone' | 'refused' | 'trouble'

export class PushError extends Error {
  readonly failure: PushFailure
  readonly retryAfter: number | undefined

  constructor(failure: PushFailure, message: string, retryAfter?: number) {
    super(message)
    this.failure = failure
    this.retryAfter = retryAfter
  }
}

export type PushService = ReturnType<typeof createPushService>

type PushOptions = {
  /** Allowed hosts besides those of the known services. */
  extraHosts: readonly string[]
  /** Whom a push service can ask about us: an https or mailto address. */
  subject: string
  network?: Network
  timeLimit?: number
}

/** How many messages one push service gets at the same time. */
export const pushesAtOnce = 10

/** Sends encrypted messages to the push services of browsers (RFC 8030). Calls throw only PushError. */
export function createPushService({ extraHosts, subject, network, timeLimit = 15 * seconds }: PushOptions) {
  // Connections are kept for the next message to the same service. Each was checked when it was opened.
  const agent =
    network?.agent ?? new Agent({ keepAlive: true, maxSockets: pushesAtOnce, timeout: 30 * seconds })
  const authorize = signedHourly(subject)

  async function send(message: PushMessage, vapid: PushKeys): Promise<void> {
    const { endpoint, keys, payload, ttl, topic, urgency } = message
    // Checked again: the host may have been removed from the allowed ones since the device was added.
    const address = readPushAddress(endpoint, extraHosts)
    if (!address) throw new PushError('refused', 'the endpoint is not at a known push service')
    // Loaded with the first message, because it is large and many installations never send one.
    const { default: webPush } = await import('web-push')
    const { headers, body } = asRefused(() =>
      webPush.generateRequestDetails({ endpoint: address.url, keys }, payload, {
        TTL: ttl,
        topic,
        urgency,
        headers: { Authorization: authorize(address.host, vapid, webPush.getVapidHeaders) },
      }),
    )
    const response = await requestPublic(new URL(address.url), {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.timeout(timeLimit),
      network: { ...network, agent },
    }).catch(error => {
      throw toPushError(address.host, error)
    })
    discard(response)
    expectSuccess(address.host, response)
  }

  return { send, readAddress: (endpoint: string) => readPushAddress(endpoint, extraHosts) }
}

/** What proves to a service who we are (VAPID). Signing it costs more than encrypting a message. */
function signedHourly(subject: string) {
  const signed = new Map<string, { header: string; at: number }>()
  return (host: string, { publicKey, privateKey }: PushKeys, sign: typeof getVapidHeaders): string => {
    const known = signed.get(host)
    const age = Date.now() - (known?.at ?? 0)
    // A clock that was set back would make it valid for longer than services accept.
    if (known && age >= 0 && age < 1 * hours) return known.header
    const { Authorization } = sign(`https://${host}`, subject, publicKey, privateKey, 'aes128gcm')
    signed.set(host, { header: Authorization, at: Date.now() })
    return Authorization
  }
}

function expectSuccess(host: string, { statusCode: status = 0, headers }: IncomingMessage): void {
  if (status >= 200 && status < 300) return
  const message = `${host} answered ${status}`
  if (status === 404 || status === 410) throw new PushError('gone', message)
  if ([400, 401, 403, 413].includes(status)) throw new PushError('refused', message)
  const asked = headers['retry-after']
  const retryAfter = status === 429 || asked !== undefined ? secondsUntil(asked ?? null) : undefined
  throw new PushError('trouble', message, retryAfter)
}

const maxResponse = 64 * 1024

/** The status says it all. Small responses are read, so that their connection can be used again. */
function discard(response: IncomingMessage): void {
  let size = 0
  response.on('error', () => undefined)
  response.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size > maxResponse) response.destroy()
  })
}

function asRefused<T>(encrypt: () => T): T {
  try {
    return encrypt()
  } catch {
    throw new PushError('refused', 'the message could not be encrypted for this device')
  }
}

function toPushError(host: string, error: unknown): PushError {
  // Nothing is sent there, but the name may lead out again soon, after a captive portal or a restarting resolver.
  if (error instanceof PrivateAddress) return new PushError('trouble', `${host} is on a private network`)
  const tls = explainTls(error, host)
  if (tls) return new PushError('trouble', `${tls.error}. ${tls.instruction}`)
  const { name = '', code = '' } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError' || name === 'AbortError')
    return new PushError('trouble', `${host} did not answer in time`)
  return new PushError('trouble', `${host} can’t be reached${/^\w+$/.test(code) ? ` (${code})` : ''}`)
}

/** The hosts of the known push services, for `isOneOf`. */
const hosts = ['fcm.googleapis.com', '.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com']

/**
 * The normalized address of a browser's endpoint; null unless it is https, on port 443, at a known push service or at
 * one of the `extraHosts`, which are exact names.
 */
export function readPushAddress(
  endpoint: string,
  extraHosts: readonly string[],
): { url: string; host: string } | null {
  const address = URL.parse(endpoint)
  if (address?.protocol !== 'https:' || address.port !== '' || address.username || address.password)
    return null
  const { hostname } = address
  if (!extraHosts.includes(hostname) && !isOneOf(hostname, hosts)) return null
  address.hash = ''
  return { url: address.href, host: hostname }
}
