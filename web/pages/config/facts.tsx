import type { ReactNode } from 'react'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-3">{children}</dl>
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[9rem_1fr]">
      <dt className="wrap-anywhere min-w-0 text-muted">{term}</dt>
      <dd className="wrap-anywhere min-w-0 font-medium">{children}</dd>
    </div>
  )
}

/** A line for the environment file, easy to copy as a whole. */
export function Line({ children }: { children: string }) {
  return <code className="inline-block select-all rounded-sm bg-sunken px-2 py-0.5 text-sm">{children}</code>
}

/** More about a fact, below it. */
export function Hint({ children }: { children: ReactNode }) {
  return <span className="block font-normal text-muted text-sm [code+&]:mt-1">{children}</span>
}
