import type { ComponentProps } from 'react'
import type { SuggestionKind } from '#contract/suggestions.ts'
import { formLinkTarget } from '#web/lib/form-link.ts'
import { Link } from '#web/lib/router/link.tsx'

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
