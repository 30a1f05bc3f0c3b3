import { useQuery } from '@tanstack/react-query'
import { getConfigStatus } from '#contract/configuration.ts'
import { read } from '#web/api/queries.ts'

/** Whether the server has a key of Yelp; undefined until that is known. */
export const useYelpIsConfigured = (): boolean | undefined =>
  useQuery(read(getConfigStatus)).data?.yelpKeyExists
