import { CircleCheck, CircleX, PlugZap } from 'lucide-react'
import { type Integration, tryService } from '#contract/configuration.ts'
import { useWrite } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'

interface TrialProps {
  service: Integration
  label: string
  disabled?: boolean
}

/** Tests a service for real, and shows the result beside the button. */
export function Trial({ service, label, disabled = false }: TrialProps) {
  const trial = useWrite(tryService, { stale: [] })
  const { data, error, isPending } = trial
  const outcome = error ? { ok: false, message: error.message } : data
  const Icon = outcome?.ok ? CircleCheck : CircleX
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-3">
      <Button
        icon={<PlugZap aria-hidden="true" />}
        busy={isPending}
        disabled={disabled}
        onClick={() => trial.mutate({ params: { service } })}
      >
        {label}
      </Button>
      <p role="status" className="wrap-anywhere min-w-0 flex-1 basis-56">
        {outcome && !isPending && (
          <span className={outcome.ok ? 'flex gap-2 text-olive-ink' : 'flex gap-2 text-brick-ink'}>
            <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
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
