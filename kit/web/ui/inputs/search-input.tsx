import { clsx } from 'clsx'
import { Search, X } from 'lucide-react'
import { type ComponentProps, useEffect, useRef } from 'react'
import { controlClass } from '#kit/web/forms/field.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'

interface SearchInputProps extends Omit<ComponentProps<'input'>, 'onChange' | 'ref' | 'type' | 'value'> {
  label: string
  value: string
  onChange: (value: string) => void
}

/**
 * A page's search box. Ctrl or ⌘ and K go there, unless the user is typing elsewhere or in a dialog. A single letter would
 * be pressed by what people dictate (WCAG 2.1.4).
 */
export function SearchInput({ label, value, onChange, className, ...rest }: SearchInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const goToSearch = (event: KeyboardEvent) => {
      const isShortcut = event.ctrlKey !== event.metaKey && event.key.toLowerCase() === 'k'
      if (!isShortcut || event.shiftKey || event.altKey || isBusyElsewhere()) return
      event.preventDefault()
      input.current?.select()
    }
    document.addEventListener('keydown', goToSearch)
    return () => document.removeEventListener('keydown', goToSearch)
  }, [])
  return (
    <div className={clsx('relative print:hidden', className)}>
      <Search className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-muted" />
      <input
        autoComplete="off"
        enterKeyHint="search"
        {...rest}
        ref={input}
        type="search"
        aria-keyshortcuts="Control+K Meta+K"
        aria-label={label}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          // The list follows each letter: the search key of a phone has only its keyboard to put away.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          if (matchMedia('(pointer: coarse)').matches) event.currentTarget.blur()
        }}
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
            input.current?.focus()
          }}
          className="!absolute top-0 right-0"
        >
          <X />
        </IconButton>
      )}
    </div>
  )
}

function isBusyElsewhere(): boolean {
  return (
    document.activeElement?.closest(
      'input:not([type="radio"], [type="checkbox"]), select, textarea, [contenteditable], [role$="dialog"]',
    ) != null
  )
}
