import { Link } from '@tanstack/react-router'
import { Building2, MapPin, Pencil, ShieldCheck } from 'lucide-react'
import type { User } from '#contract/people.ts'
import { roleBadge } from '#domain/roles.ts'
import { fullName, initials } from '#web/features/account/names.ts'
import { ResendVerification } from '#web/features/account/resend-verification.tsx'
import { useCampusName } from '#web/pages/restaurant/restaurant-dialogs.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cardClass } from '#web/ui/card.tsx'

export function ProfileHeader({ viewer }: { viewer: User }) {
  const campusName = useCampusName()
  const role = roleBadge(viewer.isSuperUser ? 'super-user' : viewer.role)
  return (
    <section aria-label="About you" className={cardClass(false, 'p-5 sm:p-7')}>
      <div className="flex flex-col items-center gap-5 text-center sm:flex-row sm:gap-7 sm:text-left">
        <Avatar src={viewer.profileImageUrl} fallback={initials(viewer)} size="large" className="!size-28" />
        <div className="min-w-0 max-w-full flex-1">
          <h1 className="break-words">{fullName(viewer)}</h1>
          <p className="mt-1 break-words text-muted">{viewer.email}</p>
          <div className="mt-3.5 flex flex-wrap gap-2 max-sm:justify-center">
            <Badge tone="terracotta" icon={<MapPin aria-hidden="true" />}>
              {campusName(viewer.campusCode)}
            </Badge>
            <Badge tone="olive" icon={<Building2 aria-hidden="true" />}>
              {viewer.department}
            </Badge>
            {role && (
              <Badge tone="saffron" icon={<ShieldCheck aria-hidden="true" />}>
                {role}
              </Badge>
            )}
          </div>
        </div>
        <Link to="/profile/edit" className={buttonClass({ className: 'shrink-0 gap-2 max-sm:w-full' })}>
          <Pencil aria-hidden="true" />
          Edit Profile
        </Link>
      </div>
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
