import { fullName } from '#domain/person-names.ts'
import { prefilledUrl } from '#web/lib/form-link.ts'
import { safeWebUrl } from '#web/lib/web-url.ts'

interface Report {
  restaurantName: string
  campusName: string
  viewer: { firstName: string; lastName: string; email: string }
}

/** The configured form for reporting wrong details, prefilled; null: the app's own form is used. */
export function restaurantReportLink(
  config: { reportInaccurateUrl: string | null },
  { restaurantName, campusName, viewer }: Report,
): string | null {
  const url = safeWebUrl(config.reportInaccurateUrl)
  return (
    url &&
    prefilledUrl(url, {
      restaurantName,
      campusName,
      respondantName: fullName(viewer),
      respondantEmail: viewer.email,
    })
  )
}
