import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { line } from '#contract/fields.ts'
import { foldName } from '#domain/fold-name.ts'
import { ApiError } from '#web/api/call.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { Input } from '#web/ui/input.tsx'
import { toast } from '#web/ui/toast-store.ts'
import { alreadyExists, usersLabel } from './department-words.ts'
import { type Department, useChangeDepartments } from './use-departments.ts'

interface DepartmentDialogProps {
  /** undefined: a new one. */
  department: Department | undefined
  /** The names of all departments. */
  names: readonly string[]
  open: boolean
  onClose: () => void
}

/** Adds a department, or gives one another name. */
export function DepartmentDialog({ department, names, open, onClose }: DepartmentDialogProps) {
  const from = department?.name
  const form = useForm({
    resolver: zodResolver(formFor(names.filter(name => name !== from))),
    defaultValues: { name: from ?? '' },
  })
  const change = useChangeDepartments()

  const save = async ({ name }: { name: string }) => {
    if (name === from) return
    try {
      await change.mutateAsync(present =>
        from === undefined
          ? { departments: [...present, name] }
          : { departments: present, rename: { from, to: name } },
      )
      toast({ title: from === undefined ? 'Department added' : 'Department renamed', variant: 'success' })
    } catch (error) {
      if (error instanceof ApiError) tell(error)
      throw error
    }
  }
  const tell = (error: ApiError) => {
    if (error.status === 409) form.setError('name', { message: error.message }, { shouldFocus: true })
    else toast({ title: 'Failed to update departments', description: error.message, variant: 'destructive' })
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={department ? 'Rename Department' : 'Add Department'}
      description={department?.name}
      form={form}
      onSubmit={save}
      submitLabel={department ? 'Rename Department' : 'Add Department'}
    >
      <Field
        label="Name"
        error={form.formState.errors.name?.message}
        hint={department && followers(department.userCount)}
        required
      >
        <Input {...form.register('name')} autoComplete="off" maxLength={100} />
      </Field>
    </FormDialog>
  )
}

const formFor = (taken: readonly string[]) =>
  z.object({
    name: line(100, 'Department name is required').check(
      z.refine(name => !taken.some(other => foldName(other) === foldName(name)), {
        error: ({ input }) => alreadyExists(String(input).trim()),
      }),
    ),
  })

function followers(count: number | undefined): string {
  if (count === undefined) return 'Its users move to the new name, and their ratings with them.'
  if (count === 0) return 'It has no users.'
  return `Its ${usersLabel(count)} ${count === 1 ? 'moves' : 'move'} to the new name, and their ratings with them.`
}
