import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { PasswordChange } from '#features/accounts/contract.ts'
import { DataSection } from '#features/accounts/web/data-section.tsx'
import { DeleteSection } from '#features/accounts/web/profile/delete-section.tsx'
import { DetailsSection } from '#features/accounts/web/profile/details-section.tsx'
import { ImageSection } from '#features/accounts/web/profile/image-section.tsx'
import { noPasswords, PasswordSection } from '#features/accounts/web/profile/password-section.tsx'
import { profileForm, profileOf } from '#features/accounts/web/profile-form.ts'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { type Campus, listCampuses } from '#features/campuses/contract.ts'
import { listDepartments } from '#features/departments/contract.ts'
import { getSetting } from '#features/settings/contract.ts'
import { allowedDomains } from '#kit/rules/addresses/email-domains.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { focusHeadingIn } from '#kit/web/focus/focus-heading.ts'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { lazyPart } from '#kit/web/lazy/lazy-part.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Link } from '#kit/web/router/link.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'

// Loaded after the form, which doesn't wait for them, or fail with them. Each placeholder is as high as its section, so
// that what is below stays where it is pressed.
const section = (load: () => Promise<ComponentType>, heightClass: string, what: string) =>
  lazyPart(load, {
    Placeholder: () => <Skeleton shape="card" className={heightClass} />,
    errorTitle: `${what} couldn’t be loaded`,
  })
const PasskeysSection = section(
  async () => (await import('#features/accounts/web/profile/passkeys-section.tsx')).PasskeysSection,
  'h-57',
  'Passkeys',
)
const CalendarSection = section(
  async () => (await import('#features/lunches/web/profile/calendar-section.tsx')).CalendarSection,
  'h-52',
  'The calendar address',
)
const NotificationsSection = section(
  async () => (await import('#features/accounts/web/profile/notifications-section.tsx')).NotificationsSection,
  'h-150 sm:h-143',
  'Notifications',
)
const ReminderSection = section(
  async () => (await import('#features/lunches/web/profile/reminder-section.tsx')).ReminderSection,
  'h-54',
  'The reminder',
)
const TokensSection = section(
  async () => (await import('#features/accounts/web/profile/tokens-section.tsx')).TokensSection,
  'h-63',
  'Access tokens',
)

export function ProfileEditPage() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <Link
        to="/profile"
        className={buttonClass({ variant: 'quiet', className: '-ml-3 mb-2 self-start !px-3' })}
      >
        <ArrowLeft />
        Back to Profile
      </Link>
      <h1 className="mb-2">Edit Profile</h1>
      <Choices />
    </div>
  )
}

/** Loads the form's options. */
function Choices() {
  const { orgEmailDomain } = usePublicConfig()
  return (
    <Loaded
      queries={[
        read(listCampuses),
        read(listDepartments),
        read(getSetting, { params: { key: 'domain_whitelist' } }),
      ]}
      label="Loading your profile"
      skeletonClass="flex flex-col gap-6"
      skeleton={
        <>
          <div className="-mb-2 h-11" />
          <Skeleton shape="card" className="h-235 sm:h-172" />
        </>
      }
    >
      {(campuses, { departments }, whitelist) => (
        <Editor
          campuses={campuses}
          departments={departments}
          domains={allowedDomains(whitelist.value, orgEmailDomain)}
        />
      )}
    </Loaded>
  )
}

interface EditorProps {
  campuses: readonly Campus[]
  departments: readonly string[]
  domains: readonly string[]
}

function Editor({ campuses, departments, domains }: EditorProps) {
  const viewer = useSignedIn()
  const { passwordSignIn, push } = usePublicConfig()
  const details = useForm({
    draft: 'details',
    schema: profileForm(domains, viewer),
    values: profileOf(viewer),
  })
  const passwords = useForm({ draft: 'password', schema: PasswordChange, values: noPasswords })
  const sections: readonly (Section | false | undefined)[] = [
    {
      anchor: 'details',
      label: 'Details',
      content: (
        <>
          <DetailsSection form={details} campuses={campuses} departments={departments} />
          <ImageSection />
        </>
      ),
    },
    push && { anchor: 'notifications', label: 'Notifications', content: <NotificationsSection /> },
    { anchor: 'calendar', label: 'Calendar', content: <CalendarSection /> },
    { anchor: 'reminder', label: 'Reminder', content: <ReminderSection /> },
    (passwordSignIn !== false || viewer.isPrimaryAdmin) && {
      anchor: 'password',
      label: 'Password',
      content: <PasswordSection form={passwords} />,
    },
    { anchor: 'passkeys', label: 'Passkeys', content: <PasskeysSection /> },
    { anchor: 'tokens', label: 'Tokens', content: <TokensSection /> },
    { anchor: 'data', label: 'Data', content: <DataSection /> },
    !viewer.isPrimaryAdmin && { anchor: 'delete', label: 'Delete', content: <DeleteSection /> },
  ]
  return (
    <>
      <Sections sections={sections.filter(section => section !== false && section !== undefined)} />
      <LeaveQuestion unsaved={details.isDirty || passwords.isDirty} where="page" />
    </>
  )
}

interface Section {
  /** The part of an address after the '#' that leads here, as in mails. */
  anchor: string
  label: string
  content: ReactNode
}

/** The sections below each other, and a row of links to them. */
function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <>
      <nav aria-label="Parts of your profile" className={anchorsClass}>
        {sections.map(({ anchor, label }) => (
          <Link
            key={anchor}
            to="."
            hash={anchor}
            aria-current={false}
            onClick={() => focusHeadingIn(document.getElementById(anchor))}
            className={buttonClass({
              variant: 'quiet',
              className: 'shrink-0 text-[0.9375rem] !px-3 md:!px-2',
            })}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className="flex flex-col gap-6">
        {sections.map(({ anchor, content }) => (
          <div key={anchor} id={anchor} className="flex scroll-mt-20 flex-col gap-6">
            {content}
          </div>
        ))}
      </div>
    </>
  )
}

/** One row that is swiped sideways on phones, fading out at its end. */
const anchorsClass = clsx(
  'scroll-row mb-4 flex overflow-x-auto max-md:-mx-(--gutter) max-md:pr-10 max-md:pl-1',
  'max-md:mask-r-from-[calc(100%-2.5rem)] md:-ml-2 md:flex-wrap',
)
