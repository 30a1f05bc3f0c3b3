import type { FastifyInstance } from 'fastify'
import type { Deps } from '#kit/server/deps.ts'
import { serve } from '#kit/server/http/serve.ts'
import { serveCached } from '#kit/server/http/serve-cached.ts'
import {
  createCampus,
  deleteCampus,
  listAdminCampuses,
  listCampuses,
  testWebhook,
  updateCampus,
} from '../contract.ts'
import { listCampusesWithWebhooks, postTest } from './campus-webhooks.ts'
import { listCampusRows } from './campuses-store.ts'
import { addCampus, dropCampus, editCampus } from './edit-campuses.ts'

export function campusesApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serveCached(app, deps, listCampuses, async ({ db }) => listCampusRows(db))

  serve(app, listAdminCampuses, async () => listCampusesWithWebhooks(db))

  serve(app, createCampus, async call => addCampus(deps, call.body, call))

  serve(app, updateCampus, async call => editCampus(deps, call.params.id, call.body, call), {
    readStored: async ({ params }) => (await listCampusesWithWebhooks(deps.db, params.id))[0],
  })

  serve(app, testWebhook, async call => postTest(deps, call.params.id, call.body?.webhook, call))

  serve(app, deleteCampus, async call => dropCampus(deps, call.params.id, call))
}
