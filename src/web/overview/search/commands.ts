// Settings that the search can change: theme and language.
import { useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { users } from '../../../contract/users.ts'
import { call, query } from '../../api.ts'
import { changeLanguage, languages } from '../../platform/lib/languages.ts'
import { language, t } from '../../platform/lib/text.ts'
import { isUnsaved } from '../../platform/ui/form.tsx'
import { notify, notifyError } from '../../platform/ui/notices.tsx'
import type { Action } from './actions.ts'

export function useCommands(): Action[] {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const speak = useLanguageChange()
  const also = 'settings dark light theme'
  const themes = [
    { scheme: 'light', title: 'Light theme', icon: IconSun },
    { scheme: 'dark', title: 'Dark theme', icon: IconMoon },
    { scheme: 'auto', title: 'Theme of the system', icon: IconDeviceDesktop },
  ] as const
  return [
    ...themes
      .filter(({ scheme }) => scheme !== colorScheme)
      .map(({ scheme, title, icon }) => ({ title, icon, also, run: () => setColorScheme(scheme) })),
    // Each language is named in itself, because its readers may not understand the current one.
    ...Object.entries(languages)
      .filter(([tag]) => tag !== language())
      .map(([tag, { name }]) => ({
        title: name,
        icon: IconLanguage,
        also: 'settings language',
        run: () => speak(tag),
      })),
  ]
}

function useLanguageChange() {
  const client = useQueryClient()
  return async (locale: string) => {
    // Changing the language renders the page again, which would lose unsaved changes.
    if (isUnsaved()) {
      notify({ title: t('Save or undo your other changes on this page first.'), tone: 'bad' })
      return
    }
    try {
      const now = await call(users.updateProfile, { body: { locale } })
      client.setQueryData(query(users.profile).queryKey, now)
      await changeLanguage(now.locale)
    } catch (error) {
      notifyError(error, t('Action failed'))
    }
  }
}
