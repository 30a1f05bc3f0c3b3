import { RotateCw } from 'lucide-react'
import { Button } from './button.tsx'
import { SpilledCup } from './illustration.tsx'

interface ErrorStateProps {
  title?: string
  message: string
  onRetry?: () => void
  retrying?: boolean
}

export function ErrorState({
  title = 'That didn’t work',
  message,
  onRetry,
  retrying = false,
}: ErrorStateProps) {
  return (
    <div role="alert" className="mx-auto flex max-w-md flex-col items-center px-4 py-10 text-center">
      <SpilledCup />
      <p className="mt-5 font-semibold font-serif text-xl">{title}</p>
      <p className="mt-2 text-muted">{message}</p>
      {onRetry && (
        <Button icon={<RotateCw />} busy={retrying} onClick={onRetry} className="mt-6">
          Retry
        </Button>
      )}
    </div>
  )
}
