import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The settings that the pages before sign-in need; every other key is for super-users. */
export const publicSettingKeys = ['domain_whitelist', 'registration_enabled', 'registration_message'] as const

export const settingKeys = [...publicSettingKeys, 'favorites_limit', 'team_rating_names'] as const
export type SettingKey = (typeof settingKeys)[number]

export const getSetting = endpoint({
  method: 'GET',
  path: '/api/system-settings/:key',
  access: 'everyone',
  summary: 'One setting; other keys than the three of registration are for super-users',
  params: z.object({ key: z.string() }),
  replies: { 200: z.object({ key: z.string(), value: z.string() }) },
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
    }),
  },
})
