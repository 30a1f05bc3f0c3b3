import { Component, type ReactNode } from 'react'
import { CodeUnreachable } from '#kit/web/lazy/load-code.ts'
import { reloadAt } from '#kit/web/lazy/reload.ts'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import type { Shown } from '#kit/web/router/router.ts'
import { Guard } from './guard.tsx'

/** The page that the address names, for users who may see it. */
export function VisiblePage({ shown }: { shown: Shown }) {
  const { access, path } = shown.page
  const page = (
    <ErrorBoundary key={path} at={shown}>
      <Content {...shown} />
    </ErrorBoundary>
  )
  return access === 'public' ? page : <Guard access={access}>{page}</Guard>
}

function Content({ component: Page, error }: Shown): ReactNode {
  if (!Page) throw error
  return <Page />
}

interface Caught {
  at: unknown
  error?: { value: unknown }
}

/** Shows an error message after a crash, until the user goes to another page. */
export class ErrorBoundary extends Component<{ at?: unknown; children: ReactNode }, Caught> {
  override state: Caught = { at: this.props.at }

  static getDerivedStateFromError(value: unknown): Partial<Caught> {
    return { error: { value } }
  }

  static getDerivedStateFromProps({ at }: { at?: unknown }, state: Caught): Caught | null {
    return at === state.at ? null : { at, error: undefined }
  }

  override render() {
    const { error } = this.state
    return error ? <RouteError error={error.value} /> : this.props.children
  }
}

/** A page that crashed, or couldn't be loaded because the server is down or was updated: reloading fixes it. */
function RouteError({ error }: { error: unknown }) {
  const isMissingPage =
    error instanceof CodeUnreachable ||
    (error instanceof Error && /dynamically imported|module script|fetch/i.test(error.message))
  return (
    <ErrorState
      title="This page didn’t load"
      message={
        isMissingPage
          ? 'Please check your connection and try again.'
          : 'Something unexpected happened. Loading the page again usually helps.'
      }
      onRetry={() => reloadAt()}
    />
  )
}
