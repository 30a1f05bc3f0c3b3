import { clsx } from 'clsx'
import { ChevronDown, Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from './button.tsx'
import { controlClass, useFieldControl } from './field.tsx'

/* No native `required`: its bubble would compete with the schema's messages. */

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={clsx(controlClass, className)} />
}

/** Phones must neither capitalize an address nor correct it. */
export function EmailInput(props: ComponentProps<'input'>) {
  return <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
}

/** A text that is its own value, or a value and its text. */
export type Option = string | readonly [value: string | number, label: string]

interface SelectProps extends ComponentProps<'select'> {
  /** The text of the first option, where nothing may be chosen. */
  empty?: string | false | undefined
  options?: readonly Option[]
  /** Stays on offer when the options no longer have it. */
  current?: string | undefined
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
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
    </div>
  )
}

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchInput({ label, value, onChange, className, ref, ...rest }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null)
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted"
      />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        ref={node => {
          own.current = node
          if (typeof ref === 'function') return ref(node)
          if (ref) ref.current = node
        }}
        type="search"
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        className={clsx(
          controlClass,
          '!rounded-full pl-10.5 text-ellipsis placeholder:text-ellipsis [&::-webkit-search-cancel-button]:hidden',
          value !== '' && 'pr-12',
        )}
      />
      {value !== '' && (
        <IconButton
          label="Clear search"
          onClick={() => {
            onChange('')
            own.current?.focus()
          }}
          className="!absolute top-0 right-0"
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}
