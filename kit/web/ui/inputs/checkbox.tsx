import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role'> {
  label: ReactNode
  hint?: ReactNode
}

interface CheckboxProps extends SwitchProps {
  hideLabel?: boolean
  /** Some of the rows it controls are checked, but not all. */
  indeterminate?: boolean
}

export function Checkbox({
  label,
  hint,
  hideLabel,
  indeterminate = false,
  className,
  ref,
  ...rest
}: CheckboxProps) {
  const hintId = useId()
  return (
    <Row label={label} hint={hint} hideLabel={hideLabel} hintId={hintId} className={className}>
      <input
        {...rest}
        ref={node => {
          if (node) node.indeterminate = indeterminate
          if (typeof ref === 'function') return ref(node)
          if (ref) ref.current = node
        }}
        type="checkbox"
        aria-describedby={hint ? hintId : rest['aria-describedby']}
        className="peer size-6 appearance-none rounded-sm border-2 border-edge bg-raised transition-colors checked:border-terracotta checked:bg-terracotta indeterminate:border-terracotta indeterminate:bg-terracotta hover:border-terracotta disabled:opacity-50 aria-invalid:border-brick"
      />
      <Check strokeWidth={3} className={clsx(mark, !indeterminate && 'peer-checked:opacity-100')} />
      <Minus strokeWidth={3} className={clsx(mark, indeterminate && 'opacity-100')} />
    </Row>
  )
}

export function Switch({ label, hint, className, ...rest }: SwitchProps) {
  const hintId = useId()
  return (
    <Row label={label} hint={hint} hintId={hintId} className={className}>
      <input
        {...rest}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says itself whether it is checked
        role="switch"
        aria-describedby={hint ? hintId : rest['aria-describedby']}
        className="h-7 w-12 appearance-none rounded-full border-2 border-edge bg-sunken transition-colors before:m-[3px] before:block before:size-4.5 before:rounded-full before:bg-edge before:transition-transform checked:border-olive checked:bg-olive checked:before:translate-x-5 checked:before:bg-on-olive disabled:opacity-50"
      />
    </Row>
  )
}

const mark = 'pointer-events-none absolute size-4 text-on-terracotta opacity-0'

interface RowProps {
  label: ReactNode
  hint: ReactNode
  hideLabel?: boolean
  hintId: string
  className: string | undefined
  children: ReactNode
}

function Row({ label, hint, hideLabel, hintId, className, children }: RowProps) {
  return (
    <div className={className}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control arrives as children */}
      <label className="inline-flex min-h-11 min-w-11 items-center gap-3">
        <span className="relative grid place-items-center">{children}</span>
        <span className={hideLabel ? 'sr-only' : 'py-1.5'}>{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="-mt-1 mb-1 text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
