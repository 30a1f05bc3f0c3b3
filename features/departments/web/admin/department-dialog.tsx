import * as z from 'zod/mini'
import { counted } from '#kit/rules/texts/counted.ts'
import { foldName } from '#kit/rules/texts/search.ts'
import { Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import type { DialogProps } from '#kit/web/list/row-actions.tsx'
import { type AdminDepartment, NewDepartment } from '../../contract.ts'
import { useChangeDepartments } from './use-change-departments.ts'

interface DepartmentDialogProps extends DialogProps {
  /** undefined: a new department. */
  department: AdminDepartment | undefined
  /** The names of all departments. */
  names: readonly string[]
}

/** Adds or renames a department. */
export function DepartmentDialog({ department, names, onClose }: DepartmentDialogProps) {
  const from = department?.name
  const title = department ? 'Rename Department' : 'Add Department'
  const form = useForm({
    draft: title,
    schema: formFor(names.filter(name => name !== from)),
    values: { name: from ?? '' },
  })
  const change = useChangeDepartments(department ? 'Department renamed' : 'Department added', {
    showErrors: ({ status, message }) =>
      status === 409 && form.showErrors({ fieldErrors: [{ path: 'name', message }] }),
  })
  const save = async ({ name }: { name: string }) => {
    if (name === from) return
    await change.mutateAsync(present =>
      from === undefined
        ? { departments: [...present, name] }
        : { departments: present, rename: { from, to: name } },
    )
  }

  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={department?.name}
      form={form}
      onSubmit={save}
      submitLabel={title}
    >
      <Text
        {...form.field('name')}
        label="Name"
        hint={department && followers(department.userCount)}
        required
        maxLength={100}
      />
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
