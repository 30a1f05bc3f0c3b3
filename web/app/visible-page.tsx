import { Component, type ReactNode } from 'react'
import type { Shown } from '#web/lib/router/router.ts'
import { Guard } from './guard.tsx'
import { RouteError } from './route-error.tsx'

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
  error?: { value: unknown } | undefined
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
