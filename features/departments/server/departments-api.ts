import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import { listAdminDepartments, listDepartments, saveDepartments } from '../contract.ts'
import { listCountedDepartments, listDepartmentNames } from './departments-store.ts'
import { saveDepartmentList } from './save-department-list.ts'

export function departmentsApi(app: FastifyInstance, deps: Deps): void {
  serveCached(app, deps, listDepartments, async ({ db }) => ({ departments: await listDepartmentNames(db) }))

  serve(app, listAdminDepartments, async () => listCountedDepartments(deps.db))

  serve(app, saveDepartments, async call => {
    const input = Array.isArray(call.body) ? { departments: call.body } : call.body
    return { departments: await saveDepartmentList(deps, input, call) }
  })
}
