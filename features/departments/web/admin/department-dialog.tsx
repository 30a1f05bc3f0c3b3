import { zodResolver } from '@hookform/resolvers/zod'
import * as z from 'zod/mini'
import { counted } from '#kit/rules/texts/counted.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { ApiError } from '#kit/web/api/call.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { type AdminDepartment, NewDepartment } from '../../contract.ts'
import { failed, useChangeDepartments } from './use-change-departments.ts'

interface DepartmentDialogProps extends DialogProps {
  /** undefined: a new department. */
  department: AdminDepartment | undefined
  /** The names of all departments. */
  names: readonly string[]
}

/** Adds or renames a department. */
export function DepartmentDialog({ department, names, onClose }: DepartmentDialogProps) {
  const from = department?.name
  const form = useForm({
    resolver: zodResolver(formFor(names.filter(name => name !== from))),
    defaultValues: { name: from ?? '' },
  })
  const change = useChangeDepartments(from === undefined ? 'Department added' : 'Department renamed')

  const save = async ({ name }: { name: string }) => {
    if (name === from) return
    try {
      await change.mutateAsync(present =>
        from === undefined
          ? { departments: [...present, name] }
          : { departments: present, rename: { from, to: name } },
      )
    } catch (error) {
      if (error instanceof ApiError) report(error)
      throw error
    }
  }
  const report = (error: ApiError) => {
    if (error.status === 409) form.setError('name', { message: error.message }, { shouldFocus: true })
    else failed(error)
  }

  return (
    <FormDialog
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
    name: NewDepartment.check(
      z.refine(name => !taken.some(other => foldName(other) === foldName(name)), {
        error: ({ input }) => `Department "${String(input).trim()}" already exists.`,
      }),
    ),
  })

function followers(count: number): string {
  if (count === 0) return 'It has no users.'
  return `Its ${counted(count, 'user moves', 'users move')} to the new name, and their ratings with them.`
}
