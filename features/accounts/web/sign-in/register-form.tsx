import type { Campus } from '#features/campuses/contract.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Password, Text } from '#kit/web/forms/fields.tsx'
import { Form } from '#kit/web/forms/form.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { Banner } from '#kit/web/ui/banner.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { register } from '../../contract.ts'
import { NameFields, PlaceFields } from '../account-fields.tsx'
import { rememberAsking } from './awaited-mail.ts'
import { registrationForm, registrationProblem } from './registration.ts'

interface RegisterFormProps {
  campuses: readonly Campus[]
  departments: readonly string[]
  /** Only addresses of these domains may register. */
  domains: readonly string[]
  onRegistered: (email: string) => void
}

export function RegisterForm({ campuses, departments, domains, onRegistered }: RegisterFormProps) {
  const form = useForm({ draft: 'register', schema: registrationForm(domains), values: blank })
  const create = useWrite(register, {
    touches: [],
    onSuccess: user => {
      rememberAsking()
      onRegistered(user.email)
    },
  })
  return (
    <Form form={form} onSubmit={body => create.mutateAsync({ body })} className="flex flex-col gap-5">
      <NameFields form={form} />
      <Text
        {...form.field('email')}
        label="Email"
        hint={`Your ${listed(domains)} address`}
        required
        type="email"
        autoComplete="username"
      />
      <Password
        {...form.field('password')}
        label="Password"
        hint="6 characters or more"
        required
        autoComplete="new-password"
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <PlaceFields form={form} campuses={campuses} departments={departments} />
      </div>
      {form.failure && (
        <Banner severity="danger" onDismiss={form.dismissFailure}>
          {registrationProblem(form.failure)}
        </Banner>
      )}
      <Button type="submit" variant="primary" size="large" busy={form.isBusy} busyText="Creating account...">
        Create account
      </Button>
    </Form>
  )
}

const blank = { firstName: '', lastName: '', email: '', password: '', campusCode: '', department: '' }

function listed(domains: readonly string[]): string {
  const names = domains.map(domain => `@${domain}`)
  const [last] = names.slice(-1)
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${last}` : String(last)
}
