import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { type Place, useBlocker } from '#kit/web/router/blocker.ts'

interface LeaveQuestionProps {
  unsaved: boolean
  where: 'dialog' | 'page'
  /** Default: those of a dialog or page. */
  words?: Words
  /** Navigations that lose nothing. Default, in a page: those that only open or close the form for requests and reports. */
  losesNothing?: (current: Place, next: Place) => boolean
  /** Opens the question for a button of the form itself, such as Cancel. */
  isOpenedByForm?: boolean
  onStay?: () => void
  onLeave?: () => void
}

interface Words {
  title: string
  text: string
  stay?: string
  leave: string
}

const defaultWords = {
  dialog: {
    title: 'Discard your changes?',
    leave: 'Discard changes',
    text: 'What you typed here isn’t saved yet.',
  },
  page: {
    title: 'Leave without saving?',
    leave: 'Leave without saving',
    text: 'Your changes here would be lost.',
  },
}

/** Whether a navigation only opens or closes the form for requests and reports, above the same page. */
function staysOnPage(current: Place, next: Place): boolean {
  const rest = ({ search }: Place) => JSON.stringify({ ...search, suggest: undefined })
  return current.pathname === next.pathname && rest(current) === rest(next)
}

/** Asks before the user leaves a dialog or page with unsaved changes, including by closing the window. */
export function LeaveQuestion({
  unsaved,
  where,
  words = defaultWords[where],
  losesNothing = where === 'page' ? staysOnPage : undefined,
  isOpenedByForm = false,
  onStay,
  onLeave,
}: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlock: (current, next) => unsaved && !losesNothing?.(current, next),
    beforeUnload: unsaved,
  })
  if (!blocker.isBlocked && !isOpenedByForm) return null
  const { title, text, stay = 'Keep editing', leave } = words
  return (
    <ConfirmDialog
      onClose={() => (isOpenedByForm ? onStay : blocker.reset)?.()}
      title={title}
      cancelLabel={stay}
      confirmLabel={leave}
      danger
      onConfirm={() => (isOpenedByForm ? onLeave : blocker.proceed)?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
