// Starts the web app.
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

// The sentences of schemas in forms are those of the API.
config({ localeError: issueText })
takeInviteFromAddress()
preloadAt(location.pathname)

// Not waited for in English, where there is nothing to load.
if (firstLanguage() === language()) start()
else changeLanguage(firstLanguage()).then(start, start)

function start() {
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

/** Another language draws everything anew: sentences are asked for while drawing, and nothing else would ask again. */
function App() {
  const spoken = useSyncExternalStore(onLanguage, language)
  return (
    <MantineProvider
      theme={mergeThemeOverrides(theme, labels())}
      cssVariablesResolver={cssVariablesResolver}
      // It writes them all: the style sheet of those that are as Mantine made them would weigh 3.5 KB more.
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

/** What Mantine itself would say in English. */
const labels = () => ({
  components: {
    PasswordInput: {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('Toggle password visibility') } },
    },
  },
})
