import { useId } from 'react'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { Check, Choice, LongText, Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { type Alert, AlertForm, createAlert, severities, updateAlert } from '../../contract.ts'
import { AlertBanner } from '../alert-banner.tsx'
import { severityLooks, targetsOf } from './severities.tsx'

interface AlertDialogProps extends DialogProps {
  /** undefined: a new alert. */
  alert: Alert | undefined
}

/** Creates or edits an alert, with a preview. */
export function AlertDialog({ alert, onClose }: AlertDialogProps) {
  const form = useRowForm(alert, base => ({
    draft: base ? 'Edit System Alert' : 'Create System Alert',
    schema: base ? acceptUnchanged(AlertForm, base) : AlertForm,
    values: base ? valuesOf(base) : blank,
  }))
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
    textOf: (field, { [field]: value, severity = 'info' }) =>
      field === 'severity'
        ? severityLooks[severity].label
        : typeof value === 'boolean'
          ? value
            ? 'Yes'
            : 'No'
          : String(value),
  })
  const save = (mine: AlertForm): Promise<unknown> =>
    form.base
      ? merged.save(mine, form.base, (values, onto) =>
          update.mutateAsync({
            ...idParams(onto),
            body: { ...changedValues(values, onto), expectedUpdatedAt: onto.updatedAt },
          }),
        )
      : create.mutateAsync({ body: mine })

  return (
    <>
      <FormDialog
        onClose={onClose}
        title={form.base ? 'Edit System Alert' : 'Create System Alert'}
        form={form}
        onSubmit={save}
        submitLabel={form.base ? 'Save Alert' : 'Create Alert'}
      >
        <Text {...form.field('title')} label={labels.title} required maxLength={200} />
        <LongText {...form.field('message')} label={labels.message} required rows={3} maxLength={2000} />
        <Choice
          {...form.field('severity')}
          label={labels.severity}
          options={severities.map(severity => [severity, severityLooks[severity].label])}
        />
        <div className="flex flex-wrap gap-x-6">
          <Check {...form.field('isActive')} label={labels.isActive} />
          <Check {...form.field('showOnLogin')} label={labels.showOnLogin} />
          <Check {...form.field('showCornerAlert')} label={labels.showCornerAlert} />
        </div>
        <AlertPreview draft={form.typed} />
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
