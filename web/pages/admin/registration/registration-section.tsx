import { useQueries } from '@tanstack/react-query'
import { useFormState, useWatch } from 'react-hook-form'
import { getSetting } from '#contract/settings.ts'
import { read } from '#web/api/queries.ts'
import { useLeaveGuard } from '#web/lib/leave-guard.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { AccessDenied } from '../shared/access-denied.tsx'
import { Panel } from '../shared/panel.tsx'
import { SectionHeading } from '../shared/section-heading.tsx'
import { RegistrationPreview } from './registration-preview.tsx'
import { SettingEditor } from './setting-editor.tsx'
import { type SettingForm, type TextKey, textKeys, useSettingForm } from './use-setting-form.ts'
import { useRegistrationSwitch } from './use-setting-writes.ts'

export function RegistrationSection() {
  const { values, failed, retry, isFetching } = useSettings()
  if (failed?.status === 403) return <AccessDenied />
  return (
    <div className="flex max-w-6xl flex-col gap-5">
      <SectionHeading title="Registration Control" />
      {values ? (
        <Settings values={values} />
      ) : failed ? (
        <ErrorState message={failed.message} onRetry={retry} retrying={isFetching} />
      ) : (
        <Loading />
      )}
    </div>
  )
}

type Values = Record<TextKey | 'registration_enabled', string>
const keys = ['registration_enabled', ...textKeys] as const

function useSettings() {
  const all = useQueries({
    queries: keys.map(key => ({ ...read(getSetting, { params: { key } }), staleTime: 0 })),
  })
  const known = keys.map((key, index) => [key, all[index]?.data?.value] as const)
  return {
    values: known.every(([, value]) => value !== undefined) ? (Object.fromEntries(known) as Values) : null,
    failed: all.find(({ data, error }) => error && !data)?.error,
    isFetching: all.some(({ isFetching }) => isFetching),
    retry: () => {
      for (const { data, refetch } of all) if (!data) void refetch()
    },
  }
}

function Settings({ values }: { values: Values }) {
  const message = useSettingForm('registration_message', values.registration_message)
  const whitelist = useSettingForm('domain_whitelist', values.domain_whitelist)
  const limit = useSettingForm('favorites_limit', values.favorites_limit)
  const names = useSettingForm('team_rating_names', values.team_rating_names)
  const flip = useRegistrationSwitch()
  const isEnabled = values.registration_enabled !== 'false'
  const isDirty = [useIsDirty(message), useIsDirty(whitelist), useIsDirty(limit), useIsDirty(names)]
  const guard = useLeaveGuard(isDirty.some(Boolean))
  const [typedMessage, typedWhitelist] = [
    useWatch({ control: message.control, name: 'value' }),
    useWatch({ control: whitelist.control, name: 'value' }),
  ]
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-5">
          <Panel title="Registration">
            <Switch
              label="New people can register"
              checked={isEnabled}
              onChange={event => flip(event.target.checked)}
            />
            {!isEnabled && (
              <Banner quiet severity="warning" className="mt-3">
                Registration is closed. Accounts can still be added under Users.
              </Banner>
            )}
          </Panel>
          <SettingEditor
            setting="registration_message"
            form={message}
            title="Registration message"
            lead="Stands at the top of the registration page."
            label="Message"
            rows={3}
            maxLength={500}
          />
          <SettingEditor
            setting="domain_whitelist"
            form={whitelist}
            title="Domain whitelist"
            lead="Whoever registers, or changes their address, needs one in these domains. Nobody loses an account when a domain goes."
            label="Domains"
            hint="One a line, such as example.org, without the @."
            rows={5}
          />
        </div>
        <div className="lg:sticky lg:top-20">
          <RegistrationPreview
            isEnabled={isEnabled}
            message={typedMessage}
            whitelist={typedWhitelist}
            isDraft={isDirty.slice(0, 2).some(Boolean)}
          />
        </div>
      </div>
      <h2 className="mt-3">Favorites and team ratings</h2>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <SettingEditor
          setting="favorites_limit"
          form={limit}
          title="Favorites limit"
          lead="How many favorites each person may keep. Whoever has more already keeps them."
          label="Limit"
          hint="1 to 1,000"
        />
        <SettingEditor
          setting="team_rating_names"
          form={names}
          title="Team rating names"
          lead="Whose team ratings each restaurant has. A name that goes takes its ratings out of sight; they return with it."
          label="Names"
          hint="One first name a line, letters only, at most seven."
          rows={7}
        />
      </div>
      <ConfirmDialog
        open={guard.isLeaving}
        onOpenChange={stays => stays || guard.stay()}
        title="Leave without saving?"
        cancelLabel="Keep editing"
        confirmLabel="Leave without saving"
        danger
        onConfirm={guard.leave}
      >
        What you changed here would be lost.
      </ConfirmDialog>
    </>
  )
}

const useIsDirty = ({ control }: SettingForm) => useFormState({ control }).isDirty

function Loading() {
  return (
    <div role="status" className="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <span className="sr-only">Loading the settings</span>
      <div className="flex flex-col gap-5">
        <Skeleton className="h-32 !rounded-lg" />
        <Skeleton className="h-72 !rounded-lg" />
        <Skeleton className="h-96 !rounded-lg" />
      </div>
      <Skeleton className="h-96 !rounded-lg" />
    </div>
  )
}
