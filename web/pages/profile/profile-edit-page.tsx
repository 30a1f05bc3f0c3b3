import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
import { PasswordChange } from '#contract/accounts.ts'
import { type Campus, listCampuses } from '#contract/campuses.ts'
import { listDepartments } from '#contract/departments.ts'
import { getSetting } from '#contract/settings.ts'
import { allowedDomains } from '#domain/email-domains.ts'
import { combineQueries } from '#web/api/combine-queries.ts'
import { usePublicConfig } from '#web/api/public-config.ts'
import { read } from '#web/api/queries.ts'
import { useSignedIn } from '#web/api/viewer.ts'
import { DataSection } from '#web/features/accounts/data-section.tsx'
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
const section = (load: () => Promise<ComponentType>, heightClass: string, what: string) =>
  lazyPart(load, {
    Placeholder: () => <Skeleton className={clsx('!rounded-lg', heightClass)} />,
    errorTitle: `${what} couldn’t be loaded`,
  })
const PasskeysSection = section(
  async () => (await import('#web/features/accounts/passkeys-section.tsx')).PasskeysSection,
  'h-57',
  'Passkeys',
)
const CalendarSection = section(
  async () => (await import('#web/features/accounts/calendar-section.tsx')).CalendarSection,
  'h-52',
  'The calendar address',
)
const NotificationsSection = section(
  async () => (await import('#web/features/accounts/notifications-section.tsx')).NotificationsSection,
  'h-150 sm:h-143',
  'Notifications',
)
const ReminderSection = section(
  async () => (await import('#web/features/accounts/reminder-section.tsx')).ReminderSection,
  'h-54',
  'The reminder',
)
const TokensSection = section(
  async () => (await import('#web/features/accounts/tokens-section.tsx')).TokensSection,
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
      <ImageSection />
      <DetailsSection form={details} campuses={campuses} departments={departments} />
      {(passwordSignIn !== false || viewer.isPrimaryAdmin) && <PasswordSection form={passwords} />}
      <PasskeysSection />
      <CalendarSection />
      {push && <NotificationsSection />}
      <ReminderSection />
      <TokensSection />
      <DataSection />
      {!viewer.isPrimaryAdmin && <DeleteSection />}
      <LeaveQuestion unsaved={details.formState.isDirty || passwords.formState.isDirty} where="page" />
    </div>
  )
}
