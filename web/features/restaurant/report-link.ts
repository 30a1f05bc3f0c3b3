import { formLink } from '#web/lib/form-link.ts'
import { safeWebUrl } from '#web/lib/web-url.ts'

interface Report {
  restaurantName: string
  campusName: string
  viewer: { firstName: string; lastName: string; email: string }
}

/** Where to report wrong facts about a restaurant: the configured form, or else a mail with the same details. */
export function restaurantReportLink(
  config: { reportInaccurateUrl: string | null; supportEmail: string },
  { restaurantName, campusName, viewer }: Report,
): string {
  return formLink({
    url: safeWebUrl(config.reportInaccurateUrl),
    email: config.supportEmail,
    subject: `Inaccurate information: ${restaurantName}`,
    particulars: {
      restaurantName,
      campusName,
      respondantName: `${viewer.firstName} ${viewer.lastName}`,
      respondantEmail: viewer.email,
    },
  })
}
