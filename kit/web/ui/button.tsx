import { clsx } from 'clsx'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Spinner } from '#kit/web/loading/spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'small' | 'medium' | 'large'

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Shows a spinner at the same width and ignores clicks; focus stays. */
  busy?: boolean
  /** Shown beside the spinner while busy, e.g. 'Signing in...'. */
  busyText?: string
  icon?: ReactNode
}

export function Button({ variant, size, className, busy, busyText, icon, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      onClick={busy ? ignore : rest.onClick}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      className={buttonClass({ variant, size, className })}
    >
      <span className="grid place-items-center *:[grid-area:1/1]">
        <span
          className={clsx('flex items-center gap-2', busy && 'opacity-0')}
          aria-hidden={busy && busyText ? true : undefined}
        >
          {icon}
          {children}
        </span>
        {busy && (
          <span className="flex items-center gap-2">
            <Spinner className="size-4.5 shrink-0" />
            {busyText}
          </span>
        )}
      </span>
    </button>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  label: string
}

export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={clsx(
        base,
        variants.quiet,
        'size-11 shrink-0 rounded-full [&_svg:not([class*=size-])]:size-5',
        className,
      )}
    />
  )
}

/** Styles a link as a button. */
export function buttonClass({ variant = 'secondary', size = 'medium', className }: Look = {}): string {
  return clsx(base, variants[variant], sizes[size], 'gap-2 rounded-full', className)
}

// Paper can't be pressed.
const base = clsx(
  'print:hidden',
  'inline-flex select-none items-center justify-center text-center font-semibold leading-tight',
  'transition-[background-color,color,border-color,transform] active:translate-y-px',
  'disabled:cursor-not-allowed disabled:opacity-50 disabled:active:translate-y-0',
  'aria-busy:cursor-progress aria-busy:active:translate-y-0',
  '[&_svg]:shrink-0',
)

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-terracotta text-on-terracotta enabled:hover:bg-terracotta-strong [a&]:hover:bg-terracotta-strong',
  secondary:
    'border border-edge bg-raised text-ink enabled:hover:border-terracotta enabled:hover:bg-terracotta-tint [a&]:hover:bg-terracotta-tint',
  quiet: 'text-terracotta-ink enabled:hover:bg-terracotta-tint [a&]:hover:bg-terracotta-tint',
  danger: 'bg-brick text-on-brick enabled:hover:bg-brick-strong [a&]:hover:bg-brick-strong',
}

/* Small is meant for a mouse; on touch screens it grows to a comfortable tap target. */
const sizes: Record<ButtonSize, string> = {
  small: 'min-h-9 px-3.5 py-1 text-sm pointer-coarse:min-h-11 [&_svg]:size-4',
  medium: 'min-h-11 px-5 py-2 [&_svg]:size-4.5',
  large: 'min-h-13 px-7 py-3 text-lg [&_svg]:size-5',
}

function ignore(event: MouseEvent) {
  event.preventDefault()
}
