import { prefilledUrl } from '#features/accounts/web/form-link.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { safeWebUrl } from '#kit/web/browser/web-url.ts'

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
