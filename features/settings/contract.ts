import * as z from 'zod/mini'
import { described } from '#kit/contract/documented.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { ErrorBody, errorWith } from '#kit/contract/errors.ts'
import { ExpectedUpdatedAt, paragraph, Timestamp } from '#kit/contract/fields.ts'
import { maxDomains, readDomainList } from '#kit/rules/addresses/email-domains.ts'
import { onlyVisible, trimText } from '#kit/rules/texts/text.ts'
import { readWholeNumber } from '#kit/rules/texts/whole-number.ts'
import { defaultTeamNames, readTeamNames } from './team-names.ts'

export const backupSchedules = ['daily', 'weekly', 'off'] as const
export type BackupSchedule = (typeof backupSchedules)[number]

/** The most days for which a random pick can leave out places where the user ate. */
export const maxAvoidDays = 60

/** Everything about a setting, for both server and browser. Its value is always a text. */
export type Setting = {
  /** Validates the value; the output is stored. */
  schema: z.ZodMiniType<string, string>
  /** The value until one is set. */
  default: string | ((orgEmailDomain: string) => string)
  /** The section where it is edited: that of its subject, or the one for all other settings. */
  section: 'registration' | 'backups' | 'settings'
  /** Its name, as in 'Favorites limit updated'. */
  title: string
  /** The label of its field, and part of the label of the button that saves it. */
  label: string
  /** What it does. */
  help?: string
  /** How to write the value. */
  hint?: string
  input:
    | { rows: number; maxLength?: number; isProse?: boolean }
    | { choices: Record<string, string> }
    | 'number'
  /** The topic that it changes; what is made of it is asked for again. */
  changes?: string
  /** Whether visitors may read it; all others are for super-users. */
  isPublic?: boolean
}

/** All settings. A new one needs an entry here and code that reads it. */
export const settings = {
  registration_enabled: {
    schema: z.enum(['true', 'false'], 'Must be true or false'),
    default: 'true',
    section: 'registration',
    title: 'Registration',
    label: 'New people can register',
    input: { choices: { true: 'Open', false: 'Closed' } },
    isPublic: true,
  },
  registration_message: {
    schema: paragraph('The message must be at most 500 characters', 500).check(
      z.minLength(1, 'Registration message cannot be empty'),
    ),
    default: domain => `Register with your @${domain} email address.`,
    section: 'registration',
    title: 'Registration message',
    label: 'Message',
    help: 'Shown at the top of the registration page.',
    input: { rows: 3, maxLength: 500, isProse: true },
    isPublic: true,
  },
  domain_whitelist: {
    schema: z.string().check(
      z.refine(text => trimText(text) !== '', { error: 'You must specify at least one domain', abort: true }),
      z.refine(text => readDomainList(text).invalid.length === 0, {
        error: ({ input }) => `Invalid Domains: ${listed(readDomainList(String(input)).invalid)}`,
        abort: true,
      }),
      z.refine(text => readDomainList(text).domains.length <= maxDomains, {
        error: `At most ${maxDomains} domains are allowed`,
        abort: true,
      }),
      z.overwrite(text => readDomainList(text).domains.join('\n')),
    ),
    default: domain => domain,
    section: 'registration',
    title: 'Domain whitelist',
    label: 'Domains',
    help: 'New accounts and changed email addresses must belong to one of these domains. Removing a domain locks no one out.',
    hint: 'One a line or separated by commas, such as example.org.',
    input: { rows: 5 },
    isPublic: true,
  },
  favorites_limit: {
    ...wholeNumber(1, 1000),
    default: '50',
    section: 'settings',
    title: 'Favorites limit',
    label: 'Limit',
    help: 'How many favorites each person may keep. Anyone who has more already keeps them.',
    changes: 'favorites',
  },
  avoid_days: {
    ...wholeNumber(0, maxAvoidDays),
    default: '7',
    section: 'settings',
    title: 'Days to avoid',
    label: 'Days',
    help: 'For how many days Decide For Me leaves out where a person ate, unless they say otherwise. 0: it leaves out nothing.',
  },
  audit_months: {
    ...wholeNumber(3, 120),
    default: '24',
    section: 'settings',
    title: 'Audit log',
    label: 'Months',
    help: 'For how many months entries of the audit log are kept, with the names and addresses in them.',
  },
  team_rating_names: {
    schema: z.string().check(
      z.refine(text => readTeamNames(text).problem === null, {
        error: ({ input }) => readTeamNames(String(input)).problem ?? undefined,
        abort: true,
      }),
      z.overwrite(text => readTeamNames(text).names.join('\n')),
    ),
    default: defaultTeamNames.join('\n'),
    section: 'settings',
    title: 'Team rating names',
    label: 'Names',
    help: 'Whose team ratings each restaurant has. A name that goes takes its ratings out of sight; they return with it.',
    hint: 'One first name a line, letters only, at most seven.',
    input: { rows: 7 },
    changes: 'restaurants',
  },
  backup_schedule: {
    schema: z.enum(backupSchedules, 'Must be daily, weekly or off'),
    default: 'daily',
    section: 'backups',
    title: 'Backup schedule',
    label: 'How often',
    input: { choices: { daily: 'Every day', weekly: 'Every week', off: 'Off' } },
    changes: 'backup status',
  },
  backups_kept: {
    ...wholeNumber(1, 365),
    default: '14',
    section: 'backups',
    title: 'Number of backups',
    label: 'How many are kept',
    hint: '1 to 365. Besides, one a week is kept for two months. Older ones are removed by themselves.',
    changes: 'backup status',
  },
} satisfies Record<string, Setting>

export type SettingKey = keyof typeof settings

export const settingKeys = Object.keys(settings) as SettingKey[]

/** The entry of a key, with the general type. */
export const settingOf = (key: SettingKey): Setting => settings[key]

export function defaultSetting(key: SettingKey, orgEmailDomain: string): string {
  const { default: value } = settingOf(key)
  return typeof value === 'string' ? value : value(orgEmailDomain)
}

function wholeNumber(least: number, most: number) {
  const range = `${least} to ${most.toLocaleString('en-US')}`
  const isWithin = (number: number | null) => number !== null && number >= least && number <= most
  const error = `Enter a whole number from ${range}`
  const schema = z.string().check(
    z.overwrite(onlyVisible),
    z.refine(text => isWithin(readWholeNumber(text)), { error, abort: true }),
    z.overwrite(text => String(readWholeNumber(text))),
  )
  return { schema, hint: range, input: 'number' } as const
}

export const CurrentSetting = z.object({
  key: z.string(),
  value: z.string(),
  /** null: it was never set, so `value` is its default. */
  updatedAt: z.nullable(Timestamp),
})
export type CurrentSetting = z.output<typeof CurrentSetting>
export const StoredSetting = z.extend(CurrentSetting, { description: z.nullable(z.string()) })

export const getSetting = endpoint('GET /api/system-settings/:key', 'public', {
  topics: ['settings'],
  summary: 'One setting; only super-users can read keys other than the three of registration',
  params: z.object({ key: described(z.string(), 'The key of a setting.') }),
  reply: CurrentSetting,
  errors: { 401: ErrorBody, 403: ErrorBody },
})

export const saveSetting = endpoint('POST /api/system-settings', 'super-user', {
  summary: 'Change a setting. With expectedUpdatedAt, 409 with `current` if someone changed it since then',
  body: z.object({
    key: z.string({ error: 'Name the setting' }),
    value: z.string({ error: 'The value must be a text' }),
    /** If omitted, the existing one stays. */
    description: z.optional(z.nullable(paragraph('The description must be at most 500 characters', 500))),
    expectedUpdatedAt: ExpectedUpdatedAt,
  }),
  reply: StoredSetting,
  errors: { 409: errorWith({ current: z.optional(StoredSetting) }) },
})

/** Lists only as many entries as fit into a message. */
function listed(entries: string[]): string {
  const names = entries.slice(0, 5).map(entry => (entry.length > 60 ? `${entry.slice(0, 60)}…` : entry))
  const more = entries.length - names.length
  return names.join(', ') + (more > 0 ? ` and ${more.toLocaleString('en-US')} more` : '')
}
