import { type Integration, testService } from '#contract/configuration.ts'
import { useWrite } from '#web/api/use-write.ts'
import { ConnectionTest } from '#web/shared/admin/connection-test.tsx'

interface ServiceTestProps {
  service: Integration
  label: string
  disabled?: boolean
}

/** Tests a service with a real request and shows the result beside the button. */
export function ServiceTest({ service, label, disabled = false }: ServiceTestProps) {
  const { data, error, isPending, mutate } = useWrite(testService, { stale: [] })
  return (
    <div className="mt-5">
      <ConnectionTest
        label={label}
        busy={isPending}
        disabled={disabled}
        outcome={error ? { ok: false, message: error.message } : data}
        onTest={() => mutate({ params: { service } })}
      />
    </div>
  )
}
