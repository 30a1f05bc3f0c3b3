import { expect, test } from 'vitest'
import { isSecureAddress } from './secure-address.ts'

test.each([
  'https://accounts.example.org',
  'https://10.0.0.7/realms/church',
  'http://localhost:8080/realms/church',
  'http://127.0.0.1:3000',
  'http://[::1]:3000',
])('%s is secure', address => expect(isSecureAddress(address)).toBe(true))

test.each([
  ...['http://accounts.example.org', 'http://localhost.example.org', 'http://evil-localhost'],
  ...['http://127.0.0.1.example.org', 'http://10.0.0.7', 'ftp://localhost', 'javascript:alert(1)'],
  ...['accounts.example.org', ''],
])('%s is not secure [T-167]', address => expect(isSecureAddress(address)).toBe(false))
