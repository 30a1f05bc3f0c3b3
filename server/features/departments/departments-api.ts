import type { FastifyInstance } from 'fastify'
import { listDepartments } from '#contract/departments.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { listDepartmentNames } from './departments-store.ts'

export function departmentsApi(app: FastifyInstance, { db }: Deps): void {
  serve(app, listDepartments, async () => ({ departments: await listDepartmentNames(db) }))
}
