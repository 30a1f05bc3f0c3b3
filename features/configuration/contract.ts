import * as z from 'zod/mini'
import { chatKinds } from '#features/chat/contract.ts'
import { MailSetup } from '#features/mail/contract.ts'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { Timestamp } from '#kit/contract/fields.ts'

export const MapFileFacts = z.object({
  bytes: z.int(),
  tiles: z.enum(['streets', 'pictures']),
  nearestZoom: z.int(),
  /** Why the maps show nothing of it, such as another region; null if nothing is known. */
  notice: z._default(z.nullable(z.string()), null),
})

/** What this installation runs on. */
export const Installation = z.object({
  appVersion: z.string(),
  nodeVersion: z.string(),
  database: z.object({
    engine: z.enum(['SQLite', 'PostgreSQL']),
    version: z.string(),
    /** The file, or host and name of the database. */
    place: z.string(),
  }),
  dataFolder: z.string(),
  publicAddress: z.string(),
  /** What is wrong with the proxy in front; null if nothing is. */
  proxyNotice: z._default(z.nullable(z.string()), null),
  /** The addresses of the external services. */
  yelpAddress: z.string(),
  mapboxAddress: z.string(),
  /** null: the geocoder is off. */
  geocoderAddress: z.nullable(z.string()),
  signOn: z.object({
    issuer: z.nullable(z.object({ address: z.string(), label: z.string(), trustsEmail: z.boolean() })),
    /** The address that the issuer sends people back to. */
    callback: z.string(),
    /** Whether people other than the primary admin may sign in with passwords. */
    passwordSignIn: z.boolean(),
  }),
  mail: MailSetup,
  /** The chats that campuses post their lunches to. */
  chat: z.object({
    /** Hosts that CHAT_WEBHOOK_HOSTS adds. */
    extraHosts: z.array(z.string()),
    campuses: z.array(
      z.object({
        name: z.string(),
        kind: z.enum(chatKinds),
        host: z.string(),
        /** How many lines are waiting to be posted. */
        waiting: z.int(),
        lastPostedAt: z.nullable(Timestamp),
        /** null: the last line was delivered, or there was none. */
        lastFailure: z.nullable(z.object({ at: Timestamp, message: z.string() })),
      }),
    ),
  }),
  /** Notifications of lunches. */
  push: z.object({
    isOn: z.boolean(),
    /** Hosts that PUSH_HOSTS adds. */
    extraHosts: z.array(z.string()),
    /** How many browsers get them. */
    devices: z.int(),
  }),
  map: z.object({
    /** The address of external map tiles, if there are any. */
    tileAddress: z.nullable(z.string()),
    file: z.nullable(
      z.object({ name: z.string(), problem: z.nullable(z.string()), about: z.nullable(MapFileFacts) }),
    ),
  }),
})
export type Installation = z.output<typeof Installation>

export const getInstallation = endpoint('GET /api/config/installation', 'super-user', {
  summary: 'Database, mail, versions and folders of this installation, without secrets',
  reply: Installation,
})

const integrations = ['yelp', 'mapbox', 'geocoder', 'oidc', 'mail'] as const
export type Integration = (typeof integrations)[number]

export const testService = endpoint('POST /api/config/try/:service', 'super-user', {
  summary: 'Test an external service with a real request: with its key, or by signing in to the mail server',
  params: z.object({
    service: described(z.enum(integrations, 'There is no such service'), 'The service to test.'),
  }),
  reply: z.object({ ok: z.boolean(), message: z.string() }),
})
