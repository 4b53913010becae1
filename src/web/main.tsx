// Entry point of the web app.
import './platform/ui/styles.ts'
import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { StrictMode, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { issueText } from '../contract/messages/issue-text.ts'
import { GuardedRouter } from './platform/lib/guarded-router.tsx'
import { changeLanguage, firstLanguage, onLanguage } from './platform/lib/languages.ts'
import { takeInviteFromAddress } from './platform/lib/pending-invite.ts'
import { takeProviderReturn } from './platform/lib/provider-return.ts'
import { language, t } from './platform/lib/text.ts'
import { watchActivity } from './platform/lib/use-activity.ts'
import { Notices } from './platform/ui/notices.tsx'
import { cssVariablesResolver, theme } from './platform/ui/theme.ts'
import { Pages, preloadAt } from './routes.tsx'

// Validation messages in forms are the API's.
config({ localeError: issueText })
takeInviteFromAddress()
takeProviderReturn()
watchActivity()
preloadAt(location.pathname)
// Not in development, where file names have no digest of their content. Browsers without service workers need none.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/service-worker.js').catch(() => undefined)

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
