import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { type Alert, AlertForm, severities } from '#contract/alerts.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { changedValues } from '#web/lib/changed-values.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input, Select, Textarea } from '#web/ui/input.tsx'
import { AlertPreview } from './alert-preview.tsx'
import { severityLooks } from './severities.tsx'
import { useCreateAlert, useUpdateAlert } from './use-alert-writes.ts'

interface AlertDialogProps {
  /** undefined: a new one. */
  alert: Alert | undefined
  open: boolean
  onClose: () => void
}

/** Writes an alert, or changes one, and shows meanwhile how it will appear. */
export function AlertDialog({ alert, open, onClose }: AlertDialogProps) {
  // What was edited stays the same, whatever others save meanwhile: only what differs from it is sent.
  const [base] = useState(alert)
  const form = useForm<AlertForm>({ resolver: zodResolver(AlertForm), defaultValues: base ?? blank })
  const { errors } = form.formState
  const create = useCreateAlert(error => putFieldErrors(error, form))
  const update = useUpdateAlert(error => putFieldErrors(error, form))
  const draft = useWatch({ control: form.control }) as AlertForm

  const save = (values: AlertForm): Promise<unknown> =>
    base
      ? update.mutateAsync({ params: { id: String(base.id) }, body: changedValues(values, base) })
      : create.mutateAsync({ body: values })

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={base ? 'Edit System Alert' : 'Create System Alert'}
      form={form}
      onSubmit={save}
      submitLabel={base ? 'Save Alert' : 'Create Alert'}
    >
      <Field label="Title" error={errors.title?.message} required>
        <Input {...form.register('title')} autoComplete="off" maxLength={200} />
      </Field>
      <Field label="Message" error={errors.message?.message} required>
        <Textarea {...form.register('message')} rows={3} maxLength={2000} />
      </Field>
      <Field label="Severity" error={errors.severity?.message}>
        <Select {...form.register('severity')}>
          {severities.map(severity => (
            <option key={severity} value={severity}>
              {severityLooks[severity].label}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex flex-wrap gap-x-6">
        <Checkbox {...form.register('isActive')} label="Active" />
        <Checkbox {...form.register('showOnLogin')} label="Show on Login Page" />
        <Checkbox {...form.register('showCornerAlert')} label="Show in Entire System" />
      </div>
      <AlertPreview draft={draft} />
    </FormDialog>
  )
}

const blank: AlertForm = {
  title: '',
  message: '',
  severity: 'info',
  isActive: true,
  showOnLogin: true,
  showCornerAlert: true,
}
