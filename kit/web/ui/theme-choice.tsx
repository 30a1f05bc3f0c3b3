import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { readTheme, setTheme, subscribeToTheme } from '#kit/web/browser/theme.ts'
import { MenuChoice } from '#kit/web/overlays/menu.tsx'

const options = [
  { value: 'system', label: 'Like the device', icon: <Monitor /> },
  { value: 'light', label: 'Light', icon: <Sun /> },
  { value: 'dark', label: 'Dark', icon: <Moon /> },
] as const

/** The switch between light and dark, as part of a menu. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(subscribeToTheme, readTheme)
  return <MenuChoice label="Appearance" options={options} value={theme} onChange={setTheme} />
}
