import { useState } from 'react'
import { Field } from '#kit/web/forms/field.tsx'
import { Checkbox, Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { PasswordInput } from '#kit/web/ui/inputs/password-input.tsx'
import { SearchInput } from '#kit/web/ui/inputs/search-input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Slider } from '#kit/web/ui/inputs/slider.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { Section } from './section.tsx'

export function FormsSection() {
  const [search, setSearch] = useState('pizza')
  const [miles, setMiles] = useState(5)
  return (
    <Section title="Fields">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" hint="As your colleagues know you.">
          <Input autoComplete="given-name" placeholder="Ruth" />
        </Field>
        <Field label="Email" required error="Please enter a valid email address">
          <Input type="email" defaultValue="ruth@" />
        </Field>
        <Field label="Password" hint="At least 6 characters.">
          <PasswordInput defaultValue="correct horse" autoComplete="new-password" />
        </Field>
        <Field label="Campus">
          <Select defaultValue="">
            <option value="">Choose a campus</option>
            <option>Arden</option>
            <option>East Asheville</option>
          </Select>
        </Field>
        <Field label="Locked">
          <Input disabled defaultValue="Can't be changed" />
        </Field>
        <Field label="Search, with a hidden label" hideLabel>
          <SearchInput
            label="Search"
            placeholder="Search restaurants..."
            value={search}
            onChange={setSearch}
          />
        </Field>
        <Slider label="Search radius" unit="mile" min={1} max={25} value={miles} onChange={setMiles} />
        <Field label="Comment" className="sm:col-span-2">
          <Textarea counter maxLength={120} defaultValue="The cornbread alone is worth the walk." />
        </Field>
      </div>
      <div className="flex flex-col">
        <Checkbox label="Show on the sign-in page" defaultChecked />
        <Checkbox label="Some of the rows" indeterminate />
        <Checkbox label="Not now" disabled />
        <Switch label="Registration is open" defaultChecked />
        <Switch label="Send a weekly mail" hint="On Mondays, before lunch." />
      </div>
    </Section>
  )
}
