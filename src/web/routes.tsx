// All routes of the web app. Each page is a chunk of its own.
import { useEffect } from 'react'
import { matchRoutes, type RouteMatch, type RouteObject, useLocation, useRoutes } from 'react-router'
import { SignedIn, SignedOut } from './layout/guard.tsx'
import { Loading } from './layout/loading.tsx'
import { NotFound } from './layout/not-found.tsx'
import { PageError } from './layout/page-error.tsx'
import { usePageViews } from './layout/use-page-views.ts'
import { ErrorBoundary } from './lib/error-boundary.tsx'
import { loadFullLanguage } from './lib/languages.ts'
import { type LazyPage, lazyPage, PageSlot } from './lib/lazy-page.tsx'
import { t } from './lib/text.ts'

const publicLayout = lazyPage(() => import('./layout/public-layout.tsx'))
const appLayout = lazyPage(() => import('./layout/app-layout.tsx'), loadFullLanguage)

const login = lazyPage(() => import('./auth/login-edit.tsx'))
const register = lazyPage(() => import('./auth/register-edit.tsx'))
const reset = lazyPage(() => import('./auth/reset-edit.tsx'))
const home = lazyPage(() => import('./home/home-show.tsx'))
const dashboard = lazyPage(() => import('./dashboard/dashboard-show.tsx'))
const investorList = lazyPage(() => import('./investors/investor-list.tsx'))
const investorShow = lazyPage(() => import('./investors/investor-show.tsx'))
const statement = lazyPage(() => import('./investors/statement-show.tsx'))
const investorEdit = lazyPage(() => import('./investors/investor-edit.tsx'))
const contactList = lazyPage(() => import('./contacts/contact-list.tsx'))
const contactShow = lazyPage(() => import('./contacts/contact-show.tsx'))
const contactEdit = lazyPage(() => import('./contacts/contact-edit.tsx'))
const currencyList = lazyPage(() => import('./currencies/currency-list.tsx'))
const investmentList = lazyPage(() => import('./investments/investment-list.tsx'))
const investmentShow = lazyPage(() => import('./investments/investment-show.tsx'))
const investmentEdit = lazyPage(() => import('./investments/investment-edit.tsx'))
const groupList = lazyPage(() => import('./wa-groups/group-list.tsx'))
const groupImport = lazyPage(() => import('./wa-groups/group-import-list.tsx'))
const templateList = lazyPage(() => import('./templates/template-list.tsx'))
const templateEdit = lazyPage(() => import('./templates/template-edit.tsx'))
const broadcastGroupList = lazyPage(() => import('./broadcast-groups/broadcast-group-list.tsx'))
const broadcastGroupEdit = lazyPage(() => import('./broadcast-groups/broadcast-group-edit.tsx'))
const broadcastList = lazyPage(() => import('./broadcasts/broadcast-list.tsx'))
const broadcastShow = lazyPage(() => import('./broadcasts/broadcast-show.tsx'))
const broadcastEdit = lazyPage(() => import('./broadcasts/broadcast-edit.tsx'))
const statusList = lazyPage(() => import('./master-data/status-list.tsx'))
const stageList = lazyPage(() => import('./master-data/stage-list.tsx'))
const investorTypeList = lazyPage(() => import('./master-data/investor-type-list.tsx'))
const account = lazyPage(() => import('./account/account-show.tsx'))

const routes: RouteObject[] = [
  {
    element: <SignedOut layout={publicLayout} loading={<LoadingPage />} />,
    handle: publicLayout,
    children: [
      page('/', 'Login', login),
      page('/login', 'Login', login),
      page('/register', 'Register', register),
      page('/reset-password', 'Reset Password', reset),
    ],
  },
  {
    element: <SignedIn layout={appLayout} loading={<LoadingPage />} />,
    handle: appLayout,
    children: [
      page('/home', 'Home', home),
      page('/dashboard', 'Dashboard', dashboard),
      page('/investors', 'Investors', investorList),
      page('/investors/add', 'Investors', investorEdit),
      page('/investors/:id', 'Investors', investorShow),
      page('/investors/:id/edit', 'Investors', investorEdit),
      page('/investors/:id/statement', 'Investors', statement),
      page('/investments', 'Investments', investmentList),
      page('/investments/add', 'Investments', investmentEdit),
      page('/investments/:id', 'Investments', investmentShow),
      page('/investments/:id/edit', 'Investments', investmentEdit),
      page('/contacts', 'Contacts', contactList),
      page('/contacts/add', 'Contacts', contactEdit),
      page('/contacts/:id', 'Contacts', contactShow),
      page('/contacts/:id/edit', 'Contacts', contactEdit),
      page('/wa-groups', 'WA Groups', groupList),
      page('/wa-groups/import', 'WA Groups', groupImport),
      page('/templates', 'Templates', templateList),
      page('/templates/add', 'Templates', templateEdit),
      page('/templates/:id/edit', 'Templates', templateEdit),
      page('/broadcast-groups', 'Broadcast Groups', broadcastGroupList),
      page('/broadcast-groups/new', 'Broadcast Groups', broadcastGroupEdit),
      page('/broadcast-groups/:id/edit', 'Broadcast Groups', broadcastGroupEdit),
      page('/broadcasts', 'Broadcasts', broadcastList),
      page('/broadcasts/add', 'Broadcasts', broadcastEdit),
      page('/broadcasts/:id', 'Broadcasts', broadcastShow),
      page('/broadcasts/:id/edit', 'Broadcasts', broadcastEdit),
      page('/account', 'Account', account),
      page('/master-data/investment-status', 'Investment Status', statusList),
      page('/master-data/investment-stages', 'Investment Stages', stageList),
      page('/master-data/investor-types', 'Investor Types', investorTypeList),
      page('/master-data/currencies', 'Currencies', currencyList),
    ],
  },
  { path: '*', element: <NotFound />, handle: { title: '404' } },
]

/** The page at the current address. */
export function Pages() {
  const page = useRoutes(routes)
  const { path, title } = useRoute()
  usePageViews(path, title)
  useEffect(() => {
    document.title = title ? `${t(title)} · Kabar` : 'Kabar'
  }, [title])
  return (
    <ErrorBoundary fallback={<PageError />} resetKey={useLocation().key}>
      {page}
    </ErrorBoundary>
  )
}

/** Requests the first page's chunk and its layout's together, before anything renders. */
export function preloadAt(pathname: string) {
  for (const { route } of matched(pathname)) route.handle?.preload?.()
}

/** The key gives each path its own state: the loading text shows, and nothing is carried over from `/:id` to `/add`. */
function page(path: string, title: string, lazy: LazyPage): RouteObject {
  const slot = <PageSlot key={path} page={lazy} loading={<Loading title={title} />} />
  return { path, element: slot, handle: { title, preload: lazy.preload } }
}

/** While a layout loads, the title shown is that of the page inside it. */
function LoadingPage() {
  return <Loading title={useRoute().title} />
}

function useRoute(): { path: string; title: string } {
  const { path = '', handle } = matched(useLocation().pathname).at(-1)?.route ?? {}
  return { path: path === '*' ? '/*' : path, title: handle?.title ?? '' }
}

/** Cached: it is called several times per page, and the router ranks all paths anew each time. */
function matched(pathname: string) {
  if (last?.pathname !== pathname) last = { pathname, matches: matchRoutes(routes, pathname) ?? [] }
  return last.matches
}
let last: { pathname: string; matches: RouteMatch[] } | undefined
