import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { ArrowLeft } from 'lucide-react'
import type { ComponentType } from 'react'
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
import { combineQueries } from '#kit/web/api/combine-queries.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useFormDraft } from '#kit/web/forms/form-draft.ts'
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
    Placeholder: () => <Skeleton className={clsx('!rounded-lg', heightClass)} />,
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
