import { type CurrentSetting, getSetting, saveSetting } from '#features/settings/contract.ts'
import { SettingEditor } from '#features/settings/web/setting-editor.tsx'
import { settingQuery } from '#features/settings/web/setting-query.ts'
import { useSettingForm } from '#features/settings/web/use-setting-form.ts'
import { patchCached } from '#kit/web/api/patch-cached.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Panel } from '#kit/web/section/panel.tsx'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { RegistrationPreview } from './registration-preview.tsx'

export function RegistrationSection() {
  return (
    <PlainSection
      title="Registration Control"
      queries={[
        settingQuery('registration_enabled'),
        settingQuery('registration_message'),
        settingQuery('domain_whitelist'),
      ]}
      label="Loading the settings"
      skeletonClass="grid gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
      skeleton={<Placeholders />}
    >
      {(enabled, message, whitelist) => <Settings {...{ enabled, message, whitelist }} />}
    </PlainSection>
  )
}

function Settings(saved: Record<'enabled' | 'message' | 'whitelist', CurrentSetting>) {
  const message = useSettingForm('registration_message', saved.message)
  const whitelist = useSettingForm('domain_whitelist', saved.whitelist)
  const setEnabled = useRegistrationSwitch()
  const isEnabled = saved.enabled.value !== 'false'
  const isDraft = message.isDirty || whitelist.isDirty
  return (
    <>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex flex-col gap-5">
          <Panel title="Registration">
            <Switch
              label="New people can register"
              checked={isEnabled}
              onChange={event => setEnabled(event.target.checked)}
            />
            {!isEnabled && (
              <Banner quiet severity="warning" className="mt-3">
                Registration is closed. Accounts can still be added under Users.
              </Banner>
            )}
          </Panel>
          <SettingEditor setting="registration_message" form={message} />
          <SettingEditor setting="domain_whitelist" form={whitelist} />
        </div>
        <div className="lg:sticky lg:top-20">
          <RegistrationPreview
            isEnabled={isEnabled}
            message={message.typed.value}
            whitelist={whitelist.typed.value}
            isDraft={isDraft}
          />
        </div>
      </div>
      <LeaveQuestion unsaved={isDraft} where="page" />
    </>
  )
}

function Placeholders() {
  return (
    <>
      <div className="flex flex-col gap-5">
        <Skeleton shape="card" className="h-32" />
        <Skeleton shape="card" className="h-72" />
        <Skeleton shape="card" className="h-96" />
      </div>
      <Skeleton shape="card" className="h-96" />
    </>
  )
}

/** Turns registration on or off. Updates optimistically and rolls back on errors. */
function useRegistrationSwitch() {
  const write = useWrite(saveSetting, {
    touches: ['settings'],
    // Serialized, so that the last click wins.
    scope: { id: 'registration switch' },
    optimistic: ({ body }) => [
      patchCached(getSetting, setting =>
        setting.key === body.key ? { ...setting, value: body.value } : setting,
      ),
    ],
    done: ({ value }) =>
      value === 'true'
        ? { title: 'Registration Enabled', description: 'New people can register now.' }
        : { title: 'Registration Disabled', description: 'No one can register now.' },
    failed: 'Failed to update registration status',
  })
  return (on: boolean) => write.mutate({ body: { key: 'registration_enabled', value: String(on) } })
}
