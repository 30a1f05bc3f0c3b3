import { zodResolver } from '@hookform/resolvers/zod'
import { useId, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useLatestUntilEdited } from '#kit/web/forms/form-draft.ts'
import { useForm } from '#kit/web/forms/use-form.ts'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { Checkbox } from '#kit/web/ui/inputs/checkbox.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { type Alert, AlertForm, createAlert, severities, updateAlert } from '../../contract.ts'
import { AlertBanner } from '../alert-banner.tsx'
import { severityLooks, targetsOf } from './severities.tsx'

/** To refetch after an alert has changed. */

interface AlertDialogProps extends DialogProps {
  /** undefined: a new alert. */
  alert: Alert | undefined
}

/** Creates or edits an alert, with a preview. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const version = useState(alert)
  const [base] = version
  const form = useForm<AlertForm>({
    resolver: zodResolver(base ? acceptUnchanged(AlertForm, base) : AlertForm),
    defaultValues: blank,
    ...(base && { values: valuesOf(base) }),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = form.formState
  useLatestUntilEdited(alert, version, isDirty)
  const create = useWrite(createAlert, {
    touches: ['alerts'],
    form,
    done: ({ title }) => ({ title: 'System alert created', description: title }),
    failed: 'Failed to create system alert',
  })
  const update = useWrite(updateAlert, {
    touches: ['alerts'],
    form,
    done: ({ title }) => ({ title: 'System alert updated successfully', description: title }),
    failed: unlessConflict('Failed to update system alert'),
  })
  const merged = useMergedSave<Alert, AlertForm>({
    noun: 'system alert',
    labels,
    valuesOf,
    textOf: (field, version) =>
      field === 'severity'
        ? severityLooks[version.severity ?? 'info'].label
        : typeof version[field] === 'boolean'
          ? version[field]
            ? 'Yes'
            : 'No'
          : String(version[field]),
  })
  const draft = useWatch({ control: form.control }) as AlertForm

  const save = (mine: AlertForm): Promise<unknown> =>
    base
      ? merged.save(mine, base, (values, onto) =>
          update.mutateAsync({
            ...idParams(base),
            body: { ...changedValues(values, onto), expectedUpdatedAt: onto.updatedAt },
          }),
        )
      : create.mutateAsync({ body: mine })

  return (
    <>
      <FormDialog
        onClose={onClose}
        title={base ? 'Edit System Alert' : 'Create System Alert'}
        form={form}
        onSubmit={save}
        submitLabel={base ? 'Save Alert' : 'Create Alert'}
      >
        <Field label={labels.title} error={errors.title?.message} required>
          <Input {...form.register('title')} autoComplete="off" maxLength={200} />
        </Field>
        <Field label={labels.message} error={errors.message?.message} required>
          <Textarea {...form.register('message')} rows={3} maxLength={2000} />
        </Field>
        <Field label={labels.severity} error={errors.severity?.message}>
          <Select
            {...form.register('severity')}
            options={severities.map(severity => [severity, severityLooks[severity].label])}
          />
        </Field>
        <div className="flex flex-wrap gap-x-6">
          <Checkbox {...form.register('isActive')} label={labels.isActive} />
          <Checkbox {...form.register('showOnLogin')} label={labels.showOnLogin} />
          <Checkbox {...form.register('showCornerAlert')} label={labels.showCornerAlert} />
        </div>
        <AlertPreview draft={draft} />
      </FormDialog>
      {merged.question}
    </>
  )
}

const labels = {
  title: 'Title',
  message: 'Message',
  severity: 'Severity',
  isActive: 'Active',
  showOnLogin: 'Show on Login Page',
  showCornerAlert: 'Show in Entire System',
}

const valuesOf = ({
  title,
  message,
  severity,
  isActive,
  showOnLogin,
  showCornerAlert,
}: Alert): AlertForm => ({
  ...{ title, message, severity, isActive, showOnLogin, showCornerAlert },
})

const blank: AlertForm = {
  title: '',
  message: '',
  severity: 'info',
  isActive: true,
  showOnLogin: true,
  showCornerAlert: true,
}

/** How an alert will look, and where it will appear. */
function AlertPreview({ draft }: { draft: AlertForm }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-sans font-semibold !text-[0.9375rem]">
        Preview
      </h3>
      <p className="mt-1 mb-2 text-muted text-sm">{placesText(draft)}</p>
      <div className="wrap-anywhere rounded-md border border-line bg-paper p-4">
        <AlertBanner
          alert={{
            ...draft,
            title: draft.title.trim() || 'Title',
            message: draft.message.trim() || 'Your message appears here.',
          }}
        />
      </div>
    </section>
  )
}

function placesText(draft: AlertForm): string {
  const [first, second] = targetsOf(draft)
  if (first === 'None') return 'It isn’t shown anywhere: choose the login page or the entire system.'
  const where = second
    ? 'on the login page and in the corner of every page'
    : draft.showOnLogin
      ? 'on the login page'
      : 'in the corner of every page'
  return draft.isActive ? `Everyone sees it ${where} within a minute.` : `Once active, it is shown ${where}.`
}
