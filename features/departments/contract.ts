import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { errorWith } from '#kit/contract/errors.ts'
import { Id, Key, line, nameLine } from '#kit/contract/fields.ts'

/** The message if the department is missing or unknown. */
export const noDepartment = 'Please select a department'
export const DepartmentName = line(100, noDepartment)

export const Departments = z.object({ departments: z.array(z.string()) })

export const listDepartments = endpoint('GET /api/departments', 'public', {
  topics: ['departments'],
  summary: 'The names of all departments',
  reply: Departments,
})

/** A department as administrators see it: only one without users can be deleted. */
export const AdminDepartment = z.object({ id: Id, name: z.string(), userCount: z.int() })
export type AdminDepartment = z.output<typeof AdminDepartment>

export const listAdminDepartments = endpoint('GET /api/admin/departments', 'super-user', {
  topics: ['departments'],
  summary: 'All departments in their order, with their numbers of users',
  reply: z.array(AdminDepartment),
})

export const NewDepartment = nameLine(100, 'Department name is required')
/** Those that are there already may stay as they are, so the server checks the others. */
const Names = z.array(z.string()).check(z.maxLength(500, 'At most 500 departments are allowed'))

export const saveDepartments = endpoint('POST /api/departments', 'super-user', {
  summary:
    'Replace the list of departments, in this order; `rename` also moves the department’s users; 409 if a department with users is left out',
  body: z.union([
    Names,
    z.object({
      /** The complete new list; a renamed department has its new name. */
      departments: Names,
      rename: z.optional(z.object({ from: Key, to: NewDepartment })),
      /** The list that was edited: 409 with `current` if someone else has changed it since. */
      expected: z.optional(z.array(z.string())),
    }),
  ]),
  reply: Departments,
  errors: { 409: errorWith({ current: z.optional(z.array(z.string())) }) },
})
