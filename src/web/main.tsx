// Entry point of the web app.
import './ui/styles.ts'
import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { issueText } from '../contract/issue-text.ts'
import { GuardedRouter } from './lib/guarded-router.tsx'
import { changeLanguage, firstLanguage, onLanguage } from './lib/languages.ts'
import { takeInviteFromAddress } from './lib/pending-invite.ts'
import { language, t } from './lib/text.ts'
import { Pages, preloadAt } from './routes.tsx'
import { Notices } from './ui/notices.tsx'
import { cssVariablesResolver, theme } from './ui/theme.ts'

// Validation messages in forms are the API's.
config({ localeError: issueText })
takeInviteFromAddress()
preloadAt(location.pathname)

// English is built in, so there is nothing to wait for.
if (firstLanguage() === language()) start()
else changeLanguage(firstLanguage()).then(start, start)

function start() {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** A language change rerenders everything: texts are looked up while rendering, without subscriptions. */
function App() {
  const spoken = useSyncExternalStore(onLanguage, language)
  return (
    <MantineProvider
      theme={mergeThemeOverrides(theme, labels())}
      cssVariablesResolver={cssVariablesResolver}
      // Writes all variables: the style sheet of Mantine's defaults would add 3.5 KB.
      deduplicateCssVariables={false}
      defaultColorScheme="auto"
    >
      <GuardedRouter key={spoken}>
        <Pages />
      </GuardedRouter>
      <Notices />
    </MantineProvider>
  )
}

/** Mantine's built-in English texts. */
const labels = () => ({
  components: {
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Toggle password visibility') } },
    },
  },
})
