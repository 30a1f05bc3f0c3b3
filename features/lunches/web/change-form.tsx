import { type ReactNode, useState } from 'react'
import { counted } from '#kit/rules/texts/counted.ts'
import { Form } from '#kit/web/forms/form.tsx'
import { LeaveQuestion } from '#kit/web/forms/leave-question.tsx'
import type { FormState } from '#kit/web/forms/use-form.ts'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { doubleBookedBy } from './use-lunch-writes.ts'

interface ChangeFormProps<Values extends object, Checked> {
  form: FormState<Values, Checked>
  /** Rejects if more than `doubleBooked` others would be in two lunches. */
  send: (values: Checked, doubleBooked: number) => Promise<unknown>
  isSaving: boolean
  onDone: () => void
  children: ReactNode
}

/** A form inside a lunch's page. Going back asks first if there is something unsaved; a move asks about others' lunches. */
export function ChangeForm<Values extends object, Checked>(props: ChangeFormProps<Values, Checked>) {
  const { form, send, isSaving, onDone, children } = props
  const [isLeaving, setIsLeaving] = useState(false)
  const [question, setQuestion] = useState<{ values: Checked; count: number }>()
  const save = async (values: Checked, known = 0) => {
    try {
      await send(values, known)
    } catch (error) {
      const count = doubleBookedBy(error)
      setQuestion(count === undefined ? undefined : { values, count })
      throw error
    }
  }
  return (
    <Form form={form} onSubmit={values => save(values)} onSaved={onDone} className="flex flex-col gap-4">
      {children}
      <div className="flex gap-3">
        <Button onClick={() => (form.isDirty ? setIsLeaving(true) : onDone())}>Back</Button>
        <Button type="submit" variant="primary" busy={isSaving}>
          Save
        </Button>
      </div>
      <LeaveQuestion
        unsaved={form.isDirty}
        where="dialog"
        isOpenedByForm={isLeaving}
        onStay={() => setIsLeaving(false)}
        onLeave={onDone}
      />
      {question && (
        <ConfirmDialog
          onClose={() => setQuestion(undefined)}
          title={`${counted(question.count, 'person', 'people')} would be in two lunches`}
          cancelLabel="Don’t move it"
          confirmLabel="Move it anyway"
          busy={isSaving}
          onConfirm={() => void save(question.values, question.count).then(onDone, () => {})}
        >
          {question.count === 1 ? 'One who is in is also' : 'They are in this one and also'} in another lunch
          at about the new time. They are told, and can leave one of the two.
        </ConfirmDialog>
      )}
    </Form>
  )
}
