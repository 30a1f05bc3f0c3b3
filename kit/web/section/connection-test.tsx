import { CircleCheck, CircleX, PlugZap } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '#kit/web/ui/button.tsx'

interface ConnectionTestProps {
  label: string
  test: { data: Outcome | undefined; error: { message: string } | null; isPending: boolean }
  disabled?: boolean
  onTest: () => void
}

interface Outcome {
  ok: boolean
  message: string
}

/** A button that tests a service for real, and the result beside it. */
export function ConnectionTest({ label, test, disabled = false, onTest }: ConnectionTestProps) {
  const { data, error, isPending: busy } = test
  const outcome = error ? { ok: false, message: error.message } : data
  const status = useRef<HTMLParagraphElement>(null)
  // On a phone the result is below the fold.
  useEffect(() => {
    if (outcome && !busy) status.current?.scrollIntoView({ block: 'nearest' })
  }, [outcome, busy])
  const Icon = outcome?.ok ? CircleCheck : CircleX
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button icon={<PlugZap />} busy={busy} disabled={disabled} onClick={onTest}>
        {label}
      </Button>
      <p ref={status} role="status" className="wrap-anywhere min-w-0 flex-1 basis-56">
        {outcome && !busy && (
          <span className={outcome.ok ? 'flex gap-2 text-olive-ink' : 'flex gap-2 text-brick-ink'}>
            <Icon className="mt-0.5 size-5 shrink-0" />
            <span>
              <span className="sr-only">{outcome.ok ? 'It works: ' : 'It does not work: '}</span>
              {outcome.message}
            </span>
          </span>
        )}
      </p>
    </div>
  )
}
