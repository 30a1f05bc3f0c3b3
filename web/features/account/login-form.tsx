import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { Credentials } from '#contract/sessions.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, PasswordInput } from '#web/ui/input.tsx'
import { emailToVerify, loginProblem, useLogin } from './use-login.ts'

/** Afterwards the guard of the page leads on. */
export function LoginForm({ onUnverified }: { onUnverified: (email: string) => void }) {
  const login = useLogin()
  const form = useForm({ resolver: zodResolver(Credentials), defaultValues: { email: '', password: '' } })
  const { errors } = form.formState

  const submit = form.handleSubmit(body => {
    login.mutate(
      { body },
      {
        onError: error => {
          const unverified = emailToVerify(error, body.email)
          if (unverified !== null) onUnverified(unverified)
          else form.setFocus('password')
        },
      },
    )
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-5">
      {login.error && !emailToVerify(login.error, '') && (
        <Banner severity="danger" onDismiss={login.reset}>
          {loginProblem(login.error)}
        </Banner>
      )}
      <Field label="Email" required error={errors.email?.message}>
        <Input
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('email')}
        />
      </Field>
      <div>
        <Field label="Password" required error={errors.password?.message}>
          <PasswordInput autoComplete="current-password" {...form.register('password')} />
        </Field>
        <Link
          to="/forgot-password"
          className="mt-1 -mb-2 inline-flex min-h-11 items-center font-semibold text-sm text-terracotta-ink underline-offset-4 hover:underline"
        >
          Forgot your password?
        </Link>
      </div>
      <Button type="submit" variant="primary" size="large" busy={login.isPending} busyText="Signing in...">
        Sign in
      </Button>
    </form>
  )
}
