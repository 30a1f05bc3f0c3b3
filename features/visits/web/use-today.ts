import { localDate } from '#kit/rules/time/zoned-time.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { useServerMinute } from '#kit/web/browser/now.ts'

/** Today's date in the configured time zone. */
export function useToday(): string {
  const { timeZone } = usePublicConfig()
  return localDate(useServerMinute(), timeZone)
}
