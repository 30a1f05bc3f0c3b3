import { clsx } from 'clsx'
import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { controlClass, useFieldControl } from '#kit/web/forms/field.tsx'

/** A text that is also the value, or a value and its text. */
export type Option = string | readonly [value: string | number, label: string]

interface SelectProps extends ComponentProps<'select'> {
  /** The text of a first, empty option, if choosing nothing is allowed. */
  empty?: string | false
  options?: readonly Option[]
  /** The current value, which is offered even if it is no longer among the options. */
  current?: string
}

export function Select({ className, empty, options = [], current, children, ...rest }: SelectProps) {
  const isGone = current !== undefined && !options.some(option => [option].flat()[0] === current)
  return (
    <div className={clsx('relative', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className={clsx(controlClass, 'appearance-none truncate pr-10')}
      >
        {empty && <option value="">{empty}</option>}
        {isGone && <option>{current}</option>}
        {children}
        {options.map(option => {
          const [value, label] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {label}
            </option>
          )
        })}
      </select>
      <ChevronDown className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-muted" />
    </div>
  )
}
