import { type Integration, tryService } from '#contract/configuration.ts'
import { useWrite } from '#web/api/queries.ts'
import { ConnectionTest } from '#web/kit/connection-test.tsx'

interface TrialProps {
  service: Integration
  label: string
  disabled?: boolean
}

/** Tests a service with a real request and shows the result beside the button. */
export function Trial({ service, label, disabled = false }: TrialProps) {
  const { data, error, isPending, mutate } = useWrite(tryService, { stale: [] })
  return (
    <div className="mt-5">
      <ConnectionTest
        label={label}
        busy={isPending}
        disabled={disabled}
        outcome={error ? { ok: false, message: error.message } : data}
        onTry={() => mutate({ params: { service } })}
      />
    </div>
  )
}
