import { Link } from '@tanstack/react-router'
import { yelpNotConfigured } from '#contract/yelp.ts'
import { isSuperUser } from '#domain/roles.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Why nothing can be searched, and for those who can mend it the way there. */
export function YelpNotConfigured() {
  const mayConfigure = isSuperUser(useSignedIn())
  return (
    <Banner
      severity="warning"
      title={yelpNotConfigured}
      action={
        mayConfigure && (
          <Link to="/config" className={buttonClass({ size: 'small' })}>
            API configuration
          </Link>
        )
      }
    >
      Searching Yelp takes an API key, and this server has none. A CSV file can be imported without one.
    </Banner>
  )
}
