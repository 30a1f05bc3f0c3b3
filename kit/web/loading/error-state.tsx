import { RotateCw } from 'lucide-react'
import { Button } from '#kit/web/ui/button.tsx'

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

/** A tipped cup: something went wrong, nothing is lost. */
function SpilledCup() {
  return (
    <svg viewBox="0 0 160 110" aria-hidden="true" className="h-28 w-40" fill="none" strokeLinecap="round">
      <path d="M12 99h136" className="stroke-line" strokeWidth="5" />
      <path d="M28 97q-8-9 8-12 26-2 34-6l12 14q-6 6-26 5z" className="fill-art-crust" />
      <g transform="rotate(-68 96 68)">
        <path
          d="M72 44h48v26q0 22-24 22t-24-22z"
          className="fill-raised stroke-terracotta"
          strokeWidth="3.5"
          strokeLinejoin="round"
        />
        <path d="M120 52q15-1 15 10t-16 11" className="stroke-terracotta" strokeWidth="3.5" />
        <path d="M84 60v12M96 60v16M108 60v12" className="stroke-terracotta-tint" strokeWidth="5" />
      </g>
      <path d="M36 60q5-8 0-15M50 54q5-8 0-15" className="stroke-art-saffron" strokeWidth="3" />
    </svg>
  )
}
