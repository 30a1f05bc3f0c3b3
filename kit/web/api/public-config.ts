import { useQuery } from '@tanstack/react-query'
import { getPublicConfig } from '#kit/contract/public-config.ts'
import { read } from './queries.ts'

const placeholderConfig = {
  appName: 'Common Table',
  orgName: '',
  orgEmailDomain: 'example.org',
  appUrl: '',
  timeZone: 'America/New_York',
  version: '',
  supportEmail: '',
  oidcLabel: null,
  passwordSignIn: true,
  requestRestaurantUrl: null,
  reportProblemUrl: null,
  requestFeatureUrl: null,
  reportInaccurateUrl: null,
  offlineWorker: undefined,
  push: undefined,
  mapTileUrl: null,
  mapTileAttribution: null,
  mapFile: null,
}

/** Names, form addresses and time zone of this installation. */
export function usePublicConfig() {
  return useQuery({ ...read(getPublicConfig), staleTime: Number.POSITIVE_INFINITY }).data ?? placeholderConfig
}
