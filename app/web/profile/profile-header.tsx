import { useQuery } from '@tanstack/react-query'
import { AlarmClock, Bell, BellOff, Building2, CalendarDays, MapPin, Pencil, ShieldCheck } from 'lucide-react'
import type { User } from '#features/accounts/people-contract.ts'
import { ResendVerification } from '#features/accounts/web/sign-in/resend-verification.tsx'
import { useCampusName } from '#features/campuses/web/campus-name.ts'
import { pushState } from '#features/push/web/push-state.ts'
import { roleBadge } from '#kit/rules/roles.ts'
import { fullName, initials } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { Link } from '#kit/web/router/link.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Badge } from '#kit/web/ui/badge.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { cardClass } from '#kit/web/ui/card.tsx'

export function ProfileHeader({ viewer }: { viewer: User }) {
  const campusName = useCampusName()
  const role = roleBadge(viewer.isSuperUser ? 'super-user' : viewer.role)
  return (
    <section aria-label="About you" className={cardClass('p-4 sm:p-7')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-4 sm:flex-nowrap sm:gap-7">
        <Avatar
          src={viewer.profileImageUrl}
          fallback={initials(viewer)}
          tint={viewer.id}
          size="large"
          className="!size-28 max-sm:!size-18 max-sm:!text-[length:calc(var(--spacing)*6)] max-[22rem]:!size-13 max-sm:self-start"
        />
        <div className="min-w-0 flex-1 basis-32">
          <h1 className="break-words max-sm:text-2xl">{fullName(viewer)}</h1>
          <p className="mt-1 break-words text-muted max-sm:text-sm">{viewer.email}</p>
          <div className="mt-2.5 flex flex-wrap gap-2 sm:mt-3.5">
            <Badge tone="terracotta" icon={<MapPin />}>
              {campusName(viewer.campusCode)}
            </Badge>
            <Badge tone="olive" icon={<Building2 />}>
              {viewer.department}
            </Badge>
            {role && (
              <Badge tone="saffron" icon={<ShieldCheck />}>
                {role}
              </Badge>
            )}
          </div>
        </div>
        <Link to="/profile/edit" className={buttonClass({ className: 'shrink-0 max-sm:w-full' })}>
          <Pencil />
          Edit Profile
        </Link>
      </div>
      <NewsLinks />
      {!viewer.isVerified && (
        <Banner
          quiet
          severity="warning"
          title="Your email is not verified yet"
          className="mt-6"
          action={<ResendVerification email={viewer.email} />}
        >
          Open the link in the mail that we sent to {viewer.email}.
        </Banner>
      )}
    </section>
  )
}

/** To what reaches the viewer outside of the page. */
function NewsLinks() {
  const { push } = usePublicConfig()
  const { data } = useQuery({ ...pushState, enabled: push === true })
  const isOn = data?.devices.some(({ isThis }) => isThis)
  return (
    <p className="-mx-3 mt-2 -mb-2 flex flex-wrap border-line sm:mt-5 sm:border-t sm:pt-2">
      {push && (
        <Link to="/profile/edit" hash="notifications" className={newsLink}>
          {isOn ? <Bell /> : <BellOff />}
          <span>
            Notifications
            {/* Its room is kept until it is known. */}
            <span className={data ? undefined : 'invisible'}> · {isOn ? '' : 'off '}on this device</span>
          </span>
        </Link>
      )}
      <Link to="/profile/edit" hash="calendar" className={newsLink}>
        <CalendarDays />
        Calendar
      </Link>
      <Link to="/profile/edit" hash="reminder" className={newsLink}>
        <AlarmClock />
        Reminder
      </Link>
    </p>
  )
}

const newsLink = buttonClass({ variant: 'quiet', className: '!px-3 text-left text-sm' })
