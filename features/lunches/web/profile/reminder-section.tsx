import { useEffect, useEffectEvent, useState } from 'react'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { useWriteBeforeNavigating } from '#kit/web/router/pending-writes.ts'
import { Panel } from '#kit/web/section/panel.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { WeekdayChoice } from '#kit/web/ui/inputs/weekday-choice.tsx'
import { getReminder, type Reminder, saveReminder } from '../../reminders-contract.ts'

const defaultReminder: Reminder = { time: '11:00', days: [0, 1, 2, 3, 4] }

/** Settings of the email about the day's lunches. Every change is saved immediately. */
export function ReminderSection() {
  return (
    <Panel
      roomy
      title="Reminder by mail"
      lead="Get a mail on days when there’s a lunch at your campus that you could join."
    >
      <Loaded queries={[read(getReminder)]} skeleton={<Skeleton shape="card" className="h-19 w-44" />}>
        {({ reminder }) => <Choice reminder={reminder} />}
      </Loaded>
    </Panel>
  )
}

function Choice({ reminder: saved }: { reminder: Reminder | null }) {
  /** The last change made here. Each save sends the whole reminder, so it must build on the previous change. */
  const [changed, setChanged] = useState<Reminder | null>()
  /** All days are unchecked: shown, but not saved, since a reminder needs at least one. */
  const [hasNoDay, setHasNoDay] = useState(false)
  const [before, setBefore] = useState(saved ?? defaultReminder)
  const write = useWrite(saveReminder, {
    touches: ['reminder'],
    failed: 'Couldn’t save the reminder',
    scope: { id: 'reminder' },
  })
  const reminder = changed === undefined ? saved : changed

  const save = (to: Reminder | null) => {
    if (to) setBefore(to)
    setHasNoDay(false)
    setChanged(to)
    write.mutate({ body: { reminder: to } }, { onError: () => setChanged(undefined) })
  }
  return (
    <div className="flex flex-col gap-5">
      <Switch
        label="Remind me"
        checked={reminder !== null}
        onChange={event => save(event.target.checked ? before : null)}
      />
      {reminder && (
        <>
          <TimeField
            key={write.isError ? write.submittedAt : 'saved'}
            time={reminder.time}
            onSave={time => save({ ...reminder, time })}
          />
          <WeekdayChoice
            days={hasNoDay ? [] : reminder.days}
            onChange={days => (days.length === 0 ? setHasNoDay(true) : save({ ...reminder, days }))}
          />
        </>
      )}
      <p role="status" className="-mt-2 min-h-5 text-muted text-sm">
        {write.isPending ? 'Saving…' : write.isSuccess && !hasNoDay ? 'Saved' : ''}
      </p>
    </div>
  )
}

/** Saves on blur or after a pause in typing, since hours and minutes are typed one after the other. */
function TimeField({ time, onSave }: { time: string; onSave: (time: string) => void }) {
  const { timeZone } = usePublicConfig()
  const [typed, setTyped] = useState(time)
  const save = () => {
    if (typed !== '' && typed !== time) onSave(typed)
  }
  const onPause = useEffectEvent(save)
  useEffect(() => {
    if (typed === '') return
    const timer = setTimeout(onPause, 1_000)
    return () => clearTimeout(timer)
  }, [typed])
  useWriteBeforeNavigating(save)
  const isElsewhere = Intl.DateTimeFormat().resolvedOptions().timeZone !== timeZone
  return (
    <Field
      label="Time"
      className="max-w-56"
      error={typed === '' ? 'Choose a time' : undefined}
      hint={isElsewhere ? `In the time zone ${timeZone.replaceAll('_', ' ')}` : undefined}
    >
      <Input type="time" value={typed} onChange={event => setTyped(event.target.value)} onBlur={save} />
    </Field>
  )
}
