import * as z from 'zod/mini'
import { mostDomains, readDomainList } from '#domain/email-domains.ts'
import { readTeamNames } from '#domain/team-ratings.ts'
import { endpoint } from './endpoint.ts'
import { paragraph } from './fields.ts'

/** The settings that the pages before sign-in need; every other key is for super-users. */
export const publicSettingKeys = ['domain_whitelist', 'registration_enabled', 'registration_message'] as const

export const backupSchedules = ['daily', 'weekly', 'off'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

export const settingKeys = [
  ...publicSettingKeys,
  'favorites_limit',
  'team_rating_names',
  'backup_schedule',
  'backups_kept',
] as const
export type SettingKey = (typeof settingKeys)[number]

export const largestFavoritesLimit = 1000
const noLimit = 'Enter a whole number from 1 to 1,000'

/** What each setting may be; what comes out is what is stored. */
export const SettingValues = {
  registration_enabled: z.enum(['true', 'false'], 'Must be true or false'),
  registration_message: paragraph('The message must be at most 500 characters', 500).check(
    z.minLength(1, 'Registration message cannot be empty'),
  ),
  domain_whitelist: z.string().check(
    z.refine(text => text.trim() !== '', { error: 'You must specify at least one domain', abort: true }),
    z.refine(text => readDomainList(text).invalid.length === 0, {
      error: ({ input }) => `Invalid Domains: ${listed(readDomainList(String(input)).invalid)}`,
      abort: true,
    }),
    z.refine(text => readDomainList(text).domains.length <= mostDomains, {
      error: `At most ${mostDomains} domains are allowed`,
      abort: true,
    }),
    z.overwrite(text => readDomainList(text).domains.join('\n')),
  ),
  favorites_limit: z.string().check(
    z.trim(),
    z.refine(text => /^\d{1,6}$/.test(text) && Number(text) >= 1 && Number(text) <= largestFavoritesLimit, {
      error: noLimit,
      abort: true,
    }),
    z.overwrite(text => String(Number(text))),
  ),
  team_rating_names: z.string().check(
    z.refine(text => readTeamNames(text).problem === null, {
      error: ({ input }) => readTeamNames(String(input)).problem ?? undefined,
      abort: true,
    }),
    z.overwrite(text => readTeamNames(text).names.join('\n')),
  ),
  backup_schedule: z.enum(backupSchedules, 'Must be daily, weekly or off'),
  /** How many scheduled backups stay, besides one a week for two months. */
  backups_kept: z.string().check(
    z.trim(),
    z.refine(text => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365, {
      error: 'Enter a whole number from 1 to 365',
      abort: true,
    }),
    z.overwrite(text => String(Number(text))),
  ),
} satisfies Record<SettingKey, z.ZodMiniType<string, string>>

const Setting = z.object({ key: z.string(), value: z.string(), description: z.nullable(z.string()) })

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/system-settings/:key',
  access: 'everyone',
  summary: 'One setting; other keys than the three of registration are for super-users',
  params: z.object({ key: z.string() }),
  replies: { 200: z.object({ key: z.string(), value: z.string() }) },
})

export const saveSetting = endpoint({
  method: 'POST',
  path: '/api/system-settings',
  access: 'super-user',
  summary: 'Set a setting; it holds from the answer on',
  body: z.object({
    key: z.string({ error: 'Name the setting' }),
    value: z.string({ error: 'The value must be a text' }),
    /** Left out, the old one stays. */
    description: z.optional(z.nullable(paragraph('The description must be at most 500 characters', 500))),
  }),
  replies: { 200: Setting },
})

export const getPublicConfig = endpoint({
  method: 'GET',
  path: '/api/config/public',
  access: 'everyone',
  summary: 'Names, form addresses, time zone and version: what the pages need before sign-in',
  replies: {
    200: z.object({
      appName: z.string(),
      orgName: z.string(),
      orgEmailDomain: z.string(),
      timeZone: z.string(),
      version: z.string(),
      supportEmail: z.string(),
      requestRestaurantUrl: z.nullable(z.string()),
      reportProblemUrl: z.nullable(z.string()),
      requestFeatureUrl: z.nullable(z.string()),
      reportInaccurateUrl: z.nullable(z.string()),
      /** With {z}, {x} and {y}; null: the maps have a ground of their own. */
      mapTileUrl: z.nullable(z.string()),
      mapTileAttribution: z.nullable(z.string()),
    }),
  },
})

/** Not more of them than a message can hold. */
function listed(entries: string[]): string {
  const names = entries.slice(0, 5).map(entry => (entry.length > 60 ? `${entry.slice(0, 60)}…` : entry))
  const more = entries.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '')
}
