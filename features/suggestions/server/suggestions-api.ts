import type { FastifyInstance } from 'fastify'
import { fullName } from '#kit/rules/texts/person-names.ts'
import type { Deps } from '#kit/server/deps.ts'
import { pageOf, sendTotal } from '#kit/server/http/paging.ts'
import { serve } from '#kit/server/http/serve.ts'
import {
  answerSuggestion,
  getAdminSuggestion,
  listAdminSuggestions,
  listSuggestions,
  sendSuggestion,
} from '../contract.ts'
import { answer, presentOne } from './answer-suggestion.ts'
import { presentForAdmins, presentSuggestion } from './present-suggestions.ts'
import { saveSuggestion } from './save-suggestion.ts'
import {
  countSuggestions,
  findSuggestion,
  listSuggestionRows,
  listSuggestionRowsOf,
} from './suggestions-store.ts'

export function suggestionsApi(app: FastifyInstance, deps: Deps): void {
  const { db } = deps

  serve(app, sendSuggestion, async ({ body, viewer }) => {
    const { isNew, row } = await saveSuggestion(deps, body, viewer)
    return { status: isNew ? 201 : 200, body: presentSuggestion(row) } as const
  })

  serve(app, listSuggestions, async ({ viewer }) =>
    (await listSuggestionRowsOf(db, viewer.id)).map(presentSuggestion),
  )

  serve(app, listAdminSuggestions, async ({ query: { state, ...page }, reply }) => {
    if (page.search?.trim()) {
      const rows = pageOf(reply, await listSuggestionRows(db, { state }), page, row => [
        fullName(row),
        row.email,
        row.name,
        row.restaurantName,
        row.address,
        row.text,
        row.reply,
      ])
      return presentForAdmins(db, rows)
    }
    sendTotal(reply, await countSuggestions(db, state))
    return presentForAdmins(db, await listSuggestionRows(db, { state, ...page }))
  })

  serve(app, getAdminSuggestion, async ({ params }) => presentOne(db, params.id))

  serve(app, answerSuggestion, async call => answer(deps, call.params.id, call.body, call), {
    readStored: ({ params }) => findSuggestion(db, params.id),
  })
}
