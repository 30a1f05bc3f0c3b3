import { clsx } from 'clsx'
import { ChevronDown, Eye, EyeOff, Search, X } from 'lucide-react'
import { type ComponentProps, useId, useRef, useState } from 'react'
import { IconButton } from './button.tsx'
import { controlClass, useFieldControl } from './field.tsx'

/* No native `required`: its bubble would compete with the schema's messages. */

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} {...rest} className={clsx(controlClass, className)} />
}

export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={clsx('relative', className)}>
      <Input
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-12"
      />
      <IconButton
        label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="!absolute top-0 right-0"
      >
        {shown ? <EyeOff /> : <Eye />}
      </IconButton>
    </div>
  )
}

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
          {left.toLocaleString('en-US')} {left === 1 ? 'character' : 'characters'} left
        </p>
      )}
    </div>
  )
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={clsx('relative', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className={clsx(controlClass, 'appearance-none truncate pr-10')}
      >
        {children}
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
