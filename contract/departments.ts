import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const listDepartments = endpoint({
  method: 'GET',
  path: '/api/departments',
  access: 'everyone',
  summary: 'The names of all departments',
  replies: { 200: z.object({ departments: z.array(z.string()) }) },
})
