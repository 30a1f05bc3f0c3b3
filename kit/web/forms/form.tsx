import type { FormEvent, ReactNode } from 'react'
import { Button } from '#kit/web/ui/button.tsx'
import type { FormState } from './use-form.ts'

interface FormProps<Values extends object, Checked> {
  form: FormState<Values, Checked>
  /** Settles when the work is done. If it rejects, what was typed stays; the caller reports the error. */
  onSubmit: (values: Checked) => Promise<unknown>
  onSaved?: (() => void) | undefined
  id?: string
  className?: string
  children: ReactNode
}

/** The form's element. Its messages are the schema's, not the browser's. */
export function Form<Values extends object, Checked>(props: FormProps<Values, Checked>) {
  const { form, onSubmit, onSaved, ...rest } = props
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    if (await form.submit(event, onSubmit)) onSaved?.()
  }
  return <form {...rest} ref={form.element} noValidate onSubmit={event => void submit(event)} />
}

interface SaveButtonsProps {
  form: Pick<FormState<object>, 'isDirty' | 'isBusy' | 'discard'>
  children: ReactNode
}

/** Below a form of a page: saves its edits, or takes them back. */
export function SaveButtons({ form, children }: SaveButtonsProps) {
  return (
    <div className="flex flex-wrap justify-end gap-3 max-sm:*:flex-1">
      {form.isDirty && <Button onClick={() => form.discard()}>Undo changes</Button>}
      <Button
        type="submit"
        variant="primary"
        disabled={!form.isDirty}
        busy={form.isBusy}
        busyText="Saving..."
      >
        {children}
      </Button>
    </div>
  )
}
