import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Id, Timestamp } from '#kit/contract/fields.ts'

/** What people can be notified of, in the order of the choices. */
export const pushKinds = ['leaving', 'changed', 'closing', 'started', 'after'] as const
export type PushKind = (typeof pushKinds)[number]

/** The kinds that are on until someone chooses otherwise. */
export const defaultPushKinds: readonly PushKind[] = ['leaving', 'changed', 'closing']

/** The most browsers of one person that get notifications. */
export const maxPushDevices = 10

const Kinds = z.array(z.enum(pushKinds, 'There is no such kind of notification')).check(
  z.maxLength(50),
  z.overwrite(kinds => pushKinds.filter(kind => kinds.includes(kind))),
)

export const PushChoices = z.object({ kinds: Kinds })

/** A browser that gets notifications. */
export const PushDevice = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  /** When it last got one. */
  lastSentAt: z.nullable(Timestamp),
  /** Whether it is the browser whose endpoint was given. */
  isThis: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

export const PushState = z.object({
  /** VAPID's public key, base64url: what browsers subscribe with. */
  publicKey: z.string(),
  /** The kinds that are on. */
  choices: z.array(z.enum(pushKinds)),
  devices: z.array(PushDevice),
})
export type PushState = z.output<typeof PushState>

export const getPush = endpoint('GET /api/push', 'user', {
  topics: ['push'],
  summary: 'Your notifications: the kinds that are on, and the browsers that get them',
  query: z.object({
    endpoint: described(
      z.optional(z.string().check(z.maxLength(100))),
      'The SHA-256 of this browser’s endpoint, base64url.',
    ),
  }),
  reply: PushState,
})

const key = (message: string) => z.string().check(z.maxLength(200), z.regex(/^[\w+/-]+={0,2}$/, message))

/** A browser's PushSubscription as JSON. */
export const PushSubscription = z.object({
  endpoint: z.string().check(z.maxLength(2000, 'An endpoint has at most 2,000 characters')),
  expirationTime: z.optional(z.nullable(z.number())),
  keys: z.object({ p256dh: key('Must be a public key'), auth: key('Must be a secret') }),
})
export type PushSubscription = z.output<typeof PushSubscription>

export const addPushDevice = endpoint('POST /api/push/devices', 'user', {
  sessionOnly: true,
  summary:
    'Notify this browser: its PushSubscription. 200 if it is known; one that belonged to somebody else changes hands',
  body: PushSubscription,
  replies: { 200: PushDevice, 201: PushDevice },
})

export const removePushDevice = endpoint('DELETE /api/push/devices/:id', 'user', {
  summary: 'Stop notifying one of your browsers',
})

export const removePushBrowser = endpoint('DELETE /api/push/devices', 'user', {
  summary:
    'Stop notifying the browser with this endpoint, whoever it notifies: another person signed in there before',
  body: z.pick(PushSubscription, { endpoint: true }),
})

export const savePushChoices = endpoint('PUT /api/push/choices', 'user', {
  summary: 'Choose what to be notified of: the kinds that are on',
  body: PushChoices,
  reply: PushChoices,
})

export const PushTest = z.object({
  /** To how many devices it is sent. */
  devices: z.int(),
})

export const testPush = endpoint('POST /api/push/test', 'user', {
  summary: 'Send a notification to your browsers, to see how it looks; at most one in 30 seconds',
  replies: { 202: PushTest },
})
