import { clsx } from 'clsx'
import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'

interface FieldIds {
  id: string
  describedBy: string | undefined
  invalid: boolean
  required: boolean
}

const FieldContext = createContext<FieldIds | undefined>(undefined)

/** Where there is room for the labels that are hidden elsewhere. */
export const LabelsShown = createContext(false)

export interface FieldProps {
  label: ReactNode
  /** For screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  children: ReactNode
  className?: string
}

/** Ties label, hint and error to the one control inside. */
export function Field({ label, hideLabel, hint, error, required = false, children, className }: FieldProps) {
  const id = useId()
  const isHidden = hideLabel && !use(LabelsShown)
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={clsx('flex flex-col gap-1.5', className)}>
        <label htmlFor={id} className={isHidden ? 'sr-only' : 'font-semibold text-[0.9375rem]'}>
          {label}
        </label>
        {children}
        {hint && (
          <p id={`${id}-hint`} className="text-muted text-sm">
            {hint}
          </p>
        )}
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </FieldContext>
  )
}

/** An error message that screen readers announce when it appears. */
export function FieldError({ id, error }: { id?: string; error?: string }) {
  if (!error) return null
  return (
    <p id={id} role="alert" className="flex items-start gap-1.5 font-medium text-brick-ink text-sm">
      <CircleAlert className="mt-0.5 size-4 shrink-0" />
      {error}
    </p>
  )
}

/** Props from the surrounding Field. Spread them first, so that the control's own props win. */
export function useFieldControl() {
  const field = use(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}

export const controlClass = clsx(
  'min-h-11 w-full min-w-0 rounded-sm border border-edge bg-raised px-3.5 py-2 text-base text-ink',
  'transition-[border-color,background-color] placeholder:text-muted hover:border-ink',
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0',
  'aria-invalid:border-brick aria-invalid:bg-brick-tint/40',
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted',
  '[&[readonly]]:bg-sunken',
)
