import { Panel } from '#kit/web/section/panel.tsx'
import { SectionHeading } from '#kit/web/section/section-heading.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'

const samples: Record<string, ToastMessage> = {
  Default: { title: 'A notice', description: 'Something happened that is worth knowing.' },
  Success: { title: 'Saved', description: 'Your change was saved.', variant: 'success' },
  Error: { title: 'Failed to save', description: 'Nothing was changed.', variant: 'destructive' },
  Warning: { title: 'Almost full', description: 'It worked, but look at this.', variant: 'warning' },
  Info: { title: 'Did you know?', description: 'Ctrl+K, or ⌘K, goes to the search.', variant: 'info' },
}

export function ToastTesterSection() {
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <SectionHeading title="Toast Tester" />
      <Panel
        title="Show a toast"
        lead="As everyone sees them: at the edge of the screen, for five seconds, and read out by screen readers."
      >
        <div className="flex flex-wrap gap-3">
          {Object.entries(samples).map(([name, message]) => (
            <Button key={name} onClick={() => toast(message)}>
              {name}
            </Button>
          ))}
        </div>
      </Panel>
    </div>
  )
}
