import { param } from '#kit/web/router/params.ts'
import { suggestionKinds } from '../contract.ts'

/** The form for a request or a report, as the address names it. */
export const suggestParams = { suggest: param.oneOf(suggestionKinds) }
