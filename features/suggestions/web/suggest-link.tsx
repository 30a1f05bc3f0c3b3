import type { ComponentProps } from 'react'
import { formLinkTarget } from '#features/accounts/web/form-link.ts'
import { Link } from '#kit/web/router/link.tsx'
import type { SuggestionKind } from '../contract.ts'

interface SuggestLinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  kind: SuggestionKind
  /** The configured address of an external form; null: our own form opens above the page. */
  external: string | null
}

/** A link to the form for a request or a report. */
export function SuggestLink({ kind, external, ...rest }: SuggestLinkProps) {
  if (external !== null) return <a {...rest} href={external} {...formLinkTarget(external)} />
  return (
    <Link
      {...rest}
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, suggest: kind })}
      state={{ opened: true }}
      resetScroll={false}
    />
  )
}
