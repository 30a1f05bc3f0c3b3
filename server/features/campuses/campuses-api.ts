import type { FastifyInstance } from 'fastify'
import { listCampuses } from '#contract/campuses.ts'
import type { Deps } from '#server/deps.ts'
import { serve } from '#server/http/serve.ts'
import { listCampusRows } from './campuses-store.ts'

export function campusesApi(app: FastifyInstance, { db }: Deps): void {
  serve(app, listCampuses, async () => listCampusRows(db))
}
