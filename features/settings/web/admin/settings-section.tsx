import { useEffect, useState } from 'react'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { PlainSection } from '#kit/web/section/plain-section.tsx'
import { type SettingKey, settingKeys, settingOf } from '../../contract.ts'
import { SettingEditor } from '../setting-editor.tsx'
import { settingQuery } from '../setting-query.ts'
import { useSettingForm } from '../use-setting-form.ts'

/** All settings without a section of their own, each rendered from its entry in the contract. */
const keys = settingKeys.filter(key => settingOf(key).section === 'settings')

export function SettingsSection() {
  const [dirty, setDirty] = useState<SettingKey[]>([])
  const onDirty = (key: SettingKey, isDirty: boolean) =>
    setDirty(before => {
      if (before.includes(key) === isDirty) return before
      return isDirty ? [...before, key] : before.filter(other => other !== key)
    })
  return (
    <PlainSection
      title="Settings"
      queries={keys.map(settingQuery)}
      label="Loading the settings"
      skeletonClass="grid gap-5 lg:grid-cols-2"
      skeleton={keys.map(key => <Skeleton shape="card" key={key} className="h-72" />)}
    >
      {(...settings) => (
        <>
          <div className="grid items-start gap-5 lg:grid-cols-2">
            {settings.map(current => (
              <OneSetting
                key={current.key}
                setting={current.key as SettingKey}
                current={current}
                onDirty={onDirty}
              />
            ))}
          </div>
          <LeaveQuestion unsaved={dirty.length > 0} where="page" />
        </>
      )}
    </PlainSection>
  )
}

interface OneSettingProps {
  setting: SettingKey
  current: Parameters<typeof useSettingForm>[1]
  onDirty: (setting: SettingKey, isDirty: boolean) => void
}

function OneSetting({ setting, current, onDirty }: OneSettingProps) {
  const form = useSettingForm(setting, current)
  const { isDirty } = form
  useEffect(() => onDirty(setting, isDirty), [setting, isDirty, onDirty])
  return <SettingEditor setting={setting} form={form} />
}
