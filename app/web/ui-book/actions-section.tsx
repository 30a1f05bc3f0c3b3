import { Heart, Pencil, Shuffle, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Field } from '#kit/web/forms/field.tsx'
import { ConfirmDialog } from '#kit/web/overlays/confirm-dialog.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button, buttonClass, IconButton } from '#kit/web/ui/button.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { type ToastMessage, toast } from '#kit/web/ui/toasts/toast-store.ts'
import { Row, Section } from './section.tsx'

export function ButtonsSection() {
  const [busy, setBusy] = useState(true)
  return (
    <Section title="Buttons">
      <Row>
        <Button variant="primary" size="large" icon={<Shuffle />}>
          Decide For Me
        </Button>
        <Button variant="primary">Submit Rating</Button>
        <Button>Cancel</Button>
        <Button variant="quiet" icon={<Pencil />}>
          Edit Your Rating
        </Button>
        <Button variant="danger" icon={<Trash2 />}>
          Delete 12 restaurants
        </Button>
        <Button size="small">Small</Button>
        <a href="#top" className={buttonClass()}>
          Back to the top
        </a>
      </Row>
      <Row>
        <Button variant="primary" busy={busy} onClick={() => setBusy(true)}>
          Save changes
        </Button>
        <Button variant="primary" busy={busy} busyText="Signing in..." onClick={() => setBusy(true)}>
          Sign in
        </Button>
        <Button busy={busy}>Secondary</Button>
        <Button variant="danger" disabled>
          Disabled
        </Button>
        <Button variant="quiet" size="small" onClick={() => setBusy(!busy)}>
          {busy ? 'Stop' : 'Start'}
        </Button>
      </Row>
      <Row>
        <IconButton label="Add to favorites">
          <Heart />
        </IconButton>
        <IconButton label="Edit" disabled>
          <Pencil />
        </IconButton>
      </Row>
    </Section>
  )
}

export function StarsSection() {
  const [stars, setStars] = useState(0)
  return (
    <Section title="Stars">
      <StarInput label="Your rating" value={stars} onChange={setStars} />
      <StarInput label="A rating that can't be changed" value={4} onChange={setStars} disabled />
      <Row>
        {[0, 0.5, 2.3, 3.7, 4.9, 5].map(value => (
          <StarRating key={value} value={value} />
        ))}
        <StarRating value={4.3} size="medium" />
        <StarRating value={2} hideValue />
      </Row>
    </Section>
  )
}

export function DialogsSection() {
  const [open, setOpen] = useState<'form' | 'wide' | 'confirm' | undefined>()
  const close = () => setOpen(undefined)
  return (
    <Section title="Dialogs">
      <Row>
        <Button onClick={() => setOpen('form')}>Open form</Button>
        <Button onClick={() => setOpen('wide')}>Open wide</Button>
        <Button onClick={() => setOpen('confirm')}>Open confirm</Button>
      </Row>
      {open === 'form' && (
        <Dialog
          onClose={close}
          title="Edit department"
          description="Its people move along with the name."
          footer={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button variant="primary" onClick={close}>
                Save changes
              </Button>
            </>
          }
        >
          <div className="grid gap-5">
            <Field label="Name">
              <Input defaultValue="Guest Services" />
            </Field>
            <Field label="Notes">
              <Textarea rows={14} />
            </Field>
          </div>
        </Dialog>
      )}
      {open === 'wide' && (
        <Dialog
          onClose={close}
          title="The wide dialog"
          hideTitle
          wide
          aside={<div className="h-56 bg-saffron-tint md:h-full" />}
        >
          <h3 className="text-3xl">The Corner Bistro of a Very Long Name Indeed</h3>
          <StarRating value={4.3} className="mt-3" />
          {'abcdefghijklmn'.split('').map(line => (
            <p key={line} className="mt-4 text-muted">
              Line {line} of the body, long enough to wrap on a phone and to be worth scrolling for.
            </p>
          ))}
          <Button className="mt-4">Something to press</Button>
        </Dialog>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          onClose={close}
          title="Delete 12 restaurants?"
          confirmLabel="Delete 12 restaurants"
          onConfirm={close}
          danger
        >
          Their 148 ratings go with them. This can't be undone.
        </ConfirmDialog>
      )}
    </Section>
  )
}

const toasts: Record<string, ToastMessage> = {
  Default: { title: 'Logged out' },
  Success: {
    variant: 'success',
    title: 'Rating submitted',
    description: 'You rated The Corner Bistro with 4 stars!',
  },
  Destructive: { variant: 'destructive', title: 'Error', description: 'Failed to submit rating' },
  Warning: { variant: 'warning', title: 'You are offline' },
  'Info with Undo': {
    variant: 'info',
    title: 'Removed from favorites',
    action: { label: 'Undo', onClick: () => toast({ title: 'It is back' }) },
  },
}

export function ToastsSection() {
  return (
    <Section title="Toasts">
      <Row>
        {Object.entries(toasts).map(([name, message]) => (
          <Button key={name} onClick={() => toast(message)}>
            {name}
          </Button>
        ))}
      </Row>
    </Section>
  )
}
