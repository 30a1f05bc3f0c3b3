import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { PasswordChange } from '#contract/accounts.ts'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import { listDepartments } from '#contract/departments.ts'
import { getSetting } from '#contract/settings.ts'
import { allowedDomains } from '#domain/email-domains.ts'
import { combineQueries } from '#web/api/combine-queries.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { DeleteSection } from '#web/features/accounts/delete-section.tsx'
import { DetailsSection } from '#web/features/accounts/details-section.tsx'
import { ImageSection } from '#web/features/accounts/image-section.tsx'
import { noPasswords, PasswordSection } from '#web/features/accounts/password-section.tsx'
import { profileForm, profileOf } from '#web/features/accounts/profile-form.ts'
import { useFormDraft } from '#web/lib/form-draft.ts'
import { Link } from '#web/lib/router/link.tsx'
import { useForm } from '#web/lib/use-form.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'
import { LeaveQuestion } from '#web/ui/leave-question.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

// Loaded after the form, which doesn't wait for them, or fail with them. Each placeholder is as high as its section, so
// that what is below stays where it is pressed.
const PasskeysSection = lazyPart(
  async () => (await import('#web/features/accounts/passkeys-section.tsx')).PasskeysSection,
  { Placeholder: () => <Skeleton className="h-57 !rounded-lg" />, errorTitle: 'Passkeys couldn’t be loaded' },
)
const CalendarSection = lazyPart(
  async () => (await import('#web/features/accounts/calendar-section.tsx')).CalendarSection,
  {
    Placeholder: () => <Skeleton className="h-52 !rounded-lg" />,
    errorTitle: 'The calendar address couldn’t be loaded',
  },
)
const NotificationsSection = lazyPart(
  async () => (await import('#web/features/accounts/notifications-section.tsx')).NotificationsSection,
  {
    Placeholder: () => <Skeleton className="h-150 !rounded-lg sm:h-143" />,
    errorTitle: 'Notifications couldn’t be loaded',
  },
)
const ReminderSection = lazyPart(
  async () => (await import('#web/features/accounts/reminder-section.tsx')).ReminderSection,
  {
    Placeholder: () => <Skeleton className="h-54 !rounded-lg" />,
    errorTitle: 'The reminder couldn’t be loaded',
  },
)
const TokensSection = lazyPart(
  async () => (await import('#web/features/accounts/tokens-section.tsx')).TokensSection,
  {
    Placeholder: () => <Skeleton className="h-63 !rounded-lg" />,
    errorTitle: 'Access tokens couldn’t be loaded',
  },
)

export function ProfileEditPage() {
  return (
    <div className="mx-auto flex w-full max-w-2xl flex-col">
      <Link
        to="/profile"
        className={buttonClass({ variant: 'quiet', className: '-ml-3 mb-2 self-start !px-3' })}
      >
        <ArrowLeft aria-hidden="true" />
        Back to Profile
      </Link>
      <h1 className="mb-6">Edit Profile</h1>
      <Choices />
    </div>
  )
}

/** Loads the form's options. */
function Choices() {
  const { orgEmailDomain } = usePublicConfig()
  const query = combineQueries({
    campuses: useQuery(read(listCampuses)),
    departments: useQuery(read(listDepartments)),
    whitelist: useQuery(read(getSetting, { params: { key: 'domain_whitelist' } })),
  })
  return (
    <Loaded
      query={query}
      label="Loading your profile"
      skeletonClass="flex flex-col gap-6"
      skeleton={
        <>
          <Skeleton className="h-72 !rounded-lg" />
          <Skeleton className="h-96 !rounded-lg" />
        </>
      }
    >
      {({ campuses, departments: { departments }, whitelist }) => (
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
    resolver: zodResolver(profileForm(domains, viewer)),
    defaultValues: profileOf(viewer),
  })
  useFormDraft('details', details)
  const passwords = useForm({ resolver: zodResolver(PasswordChange), defaultValues: noPasswords })
  return (
    <div className="flex flex-col gap-6">
      <ImageSection viewer={viewer} />
      <DetailsSection viewer={viewer} form={details} campuses={campuses} departments={departments} />
      {(passwordSignIn !== false || viewer.isPrimaryAdmin) && (
        <PasswordSection viewer={viewer} form={passwords} />
      )}
      <PasskeysSection viewer={viewer} />
      <CalendarSection />
      {push && <NotificationsSection />}
      <ReminderSection />
      <TokensSection />
      {!viewer.isPrimaryAdmin && <DeleteSection viewer={viewer} />}
      <LeaveQuestion unsaved={details.formState.isDirty || passwords.formState.isDirty} where="page" />
    </div>
  )
}
