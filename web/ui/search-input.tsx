import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { IconButton } from './button.tsx'
import { controlClass } from './field.tsx'

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'type' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
}

export function SearchInput({ label, value, onChange, className, ref, ...rest }: SearchInputProps) {
  const own = useRef<HTMLInputElement>(null)
  return (
    <div className={clsx('relative print:hidden', className)}>
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
