import { useIsMutating } from '@tanstack/react-query'
import { useId } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#kit/web/api/use-write.ts'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Progress } from '#kit/web/loading/progress.tsx'
import { RadioCard } from '#kit/web/ui/inputs/pill.tsx'
import { createBackup } from '../../contract.ts'

const formats = [
  {
    includeImages: true,
    label: 'ZIP with images',
    text: 'All data and pictures, to keep or to move to another server.',
  },
  {
    includeImages: false,
    label: 'JSON',
    text: 'All data without the pictures, in one readable file.',
  },
]

const Form = z.object({ includeImages: z.boolean() })

const creating = ['create backup']

/** Whether a backup is being made, even if its dialog has been closed in the meantime. */
export const useIsCreating = () => useIsMutating({ mutationKey: creating }) > 0

/** Makes a backup of the current state. */
export function CreateDialog({ onClose }: DialogProps) {
  const name = useId()
  const form = useForm({ draft: 'Create Backup', schema: Form, values: { includeImages: true } })
  const create = useWrite(createBackup, {
    touches: ['backups', 'backup status'],
    mutationKey: creating,
    done: ({ filename }) => ({ title: 'Backup created', description: filename }),
    failed: (_error, { body }) =>
      body?.includeImages ? 'Failed to create backup with images' : 'Failed to create backup',
  })
  const isBusy = useIsCreating()

  return (
    <FormDialog
      onClose={onClose}
      title="Create Backup"
      form={form}
      onSubmit={body => create.mutateAsync({ body })}
      asks={false}
      cancelLabel={isBusy ? 'Close' : 'Cancel'}
      submitLabel="Create backup"
      busy={isBusy}
      busyText="Creating..."
    >
      <fieldset disabled={isBusy} className="flex flex-col gap-3">
        <legend className="mb-3 font-semibold text-[0.9375rem]">What goes into the file?</legend>
        {formats.map(format => (
          <RadioCard
            key={format.label}
            name={name}
            checked={format.includeImages === form.typed.includeImages}
            onChange={() => form.set({ includeImages: format.includeImages })}
            className="p-4"
          >
            <span className="block font-semibold">{format.label}</span>
            <span className="block text-muted">{format.text}</span>
          </RadioCard>
        ))}
      </fieldset>
      {isBusy && (
        <div>
          <Progress label="Writing the backup…" />
          <p className="mt-2 text-muted text-sm">
            You can close this window. A message tells you when the backup is finished.
          </p>
        </div>
      )}
    </FormDialog>
  )
}
