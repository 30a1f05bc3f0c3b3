import { answerSuggestion, listSuggestions, sendSuggestion } from '#features/suggestions/contract.ts'
import type { CallInput } from '#kit/contract/endpoint.ts'
import type { Row } from '#kit/server/database/schema.ts'
import type { TestApp } from '#tests/support/start-app.ts'

/** Sends and answers suggestions; `admin` answers by default. */
export function suggestionsOf(app: TestApp, admin: Row<'users'>) {
  const send = (who: Row<'users'>, body: CallInput<typeof sendSuggestion>['body']) =>
    app.as(who).call(sendSuggestion, { body })
  return {
    send,
    problem: (who: Row<'users'>, text = 'The list is empty') => send(who, { kind: 'problem', text }),
    answer: (id: number, body: CallInput<typeof answerSuggestion>['body'], by = admin) =>
      app.as(by).call(answerSuggestion, { params: { id }, body }),
    /** The user's own suggestions, as the user sees them. */
    ownOf: async (who: Row<'users'>) => (await app.as(who).call(listSuggestions)).body,
  }
}
