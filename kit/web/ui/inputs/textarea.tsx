import { clsx } from 'clsx'
import { type ComponentProps, useId, useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { controlClass, useFieldControl } from '#kit/web/forms/field.tsx'

interface TextareaProps extends ComponentProps<'textarea'> {
  /** With maxLength: shows how many characters are left. */
  counter?: boolean
}

export function Textarea({ className, counter, onChange, maxLength, ...rest }: TextareaProps) {
  const control = useFieldControl()
  const counterId = useId()
  const [typed, setTyped] = useState(String(rest.defaultValue ?? '').length)
  const counts = counter && maxLength !== undefined
  const left = (maxLength ?? 0) - (rest.value === undefined ? typed : String(rest.value).length)
  return (
    <div className={className}>
      <textarea
        rows={4}
        {...control}
        {...rest}
        maxLength={maxLength}
        aria-describedby={
          clsx(control['aria-describedby'], rest['aria-describedby'], counts && counterId) || undefined
        }
        onChange={event => {
          setTyped(event.target.value.length)
          return onChange?.(event)
        }}
        className={clsx(controlClass, 'block resize-y')}
      />
      {counts && (
        <p
          id={counterId}
          className={clsx('mt-1 text-right text-sm tabular-nums', left < 1 ? 'text-brick-ink' : 'text-muted')}
        >
          {counted(left, 'character')} left
        </p>
      )}
    </div>
  )
}
