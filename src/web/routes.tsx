// All routes of the web app. Each page is a chunk of its own.
import { type ComponentType, lazy, useEffect } from 'react'
import { matchRoutes, Outlet, type RouteMatch, type RouteObject, useLocation, useRoutes } from 'react-router'
import type { ImportKind } from '../contract/imports.ts'
import { Allowed, SignedIn, SignedOut, useSignedIn } from './layout/guard.tsx'
import { Loading } from './layout/loading.tsx'
import { NotFound } from './layout/not-found.tsx'
import { PageError } from './layout/page-error.tsx'
import { usePageViews } from './layout/use-page-views.ts'
import { ErrorBoundary } from './platform/lib/error-boundary.tsx'
import { loadFullLanguage } from './platform/lib/languages.ts'
import { type LazyPage, lazyPage, PageSlot } from './platform/lib/lazy-page.tsx'
import type { ActivityPart, BulkPart, ImportParts } from './platform/lib/page-parts.ts'
import { PagePermissions, type PermissionKey } from './platform/lib/permissions.ts'
import { t } from './platform/lib/text.ts'
import type { Subject as ActivitySubject } from './records/activity/activity-panel.tsx'

const publicLayout = lazyPage(() => import('./layout/public-layout.tsx'))
const appLayout = lazyPage(() => import('./layout/app-layout.tsx'), loadFullLanguage)
const notAllowed = lazyPage(() => import('./layout/not-allowed.tsx'))

const login = lazyPage(() => import('./identity/auth/login-edit.tsx'))
const register = lazyPage(() => import('./identity/auth/register-edit.tsx'))
const reset = lazyPage(() => import('./identity/auth/reset-edit.tsx'))
const home = lazyPage(() => import('./overview/home/home-show.tsx'))
const dashboard = lazyPage(() => import('./overview/dashboard/dashboard-show.tsx'))
const statement = lazyPage(() => import('./records/investors/statement-show.tsx'))
const currencyList = lazyPage(() => import('./records/currencies/currency-list.tsx'))
const customList = lazyPage(() => import('./records/custom-fields/custom-list.tsx'))
const groupList = lazyPage(() => import('./messaging/wa-groups/group-list.tsx'))
const groupImport = lazyPage(() => import('./messaging/wa-groups/group-import-list.tsx'))
const templateList = lazyPage(() => import('./messaging/templates/template-list.tsx'))
const templateEdit = lazyPage(() => import('./messaging/templates/template-edit.tsx'))
const broadcastGroupList = lazyPage(() => import('./messaging/broadcast-groups/broadcast-group-list.tsx'))
const broadcastGroupEdit = lazyPage(() => import('./messaging/broadcast-groups/broadcast-group-edit.tsx'))
const broadcastList = lazyPage(() => import('./messaging/broadcasts/broadcast-list.tsx'))
const broadcastShow = lazyPage(() => import('./messaging/broadcasts/broadcast-show.tsx'))
const broadcastEdit = lazyPage(() => import('./messaging/broadcasts/broadcast-edit.tsx'))
const statusList = lazyPage(() => import('./records/master-data/status-list.tsx'))
const stageList = lazyPage(() => import('./records/master-data/stage-list.tsx'))
const investorTypeList = lazyPage(() => import('./records/master-data/investor-type-list.tsx'))
const inbox = lazyPage(() => import('./messaging/replies/inbox-show.tsx'))
const duplicateList = lazyPage(() => import('./records/merges/duplicate-list.tsx'))
const mergeEdit = lazyPage(() => import('./records/merges/merge-edit.tsx'))
const bulkChangeList = lazyPage(() => import('./records/bulk-changes/bulk-change-list.tsx'))
const auditList = lazyPage(() => import('./overview/audit/audit-list.tsx'))
const trashList = lazyPage(() => import('./overview/trash/trash-list.tsx'))
const webhook = lazyPage(() => import('./identity/webhooks/webhook-show.tsx'))
const account = lazyPage(() => import('./identity/account/account-show.tsx'))

/** The record's page with its timeline. */
async function withActivity<Subject extends ActivitySubject>(
  page: Promise<{ default: ComponentType<ActivityPart<Subject>> }>,
) {
  const [{ default: Page }, { ActivityPanel }] = await Promise.all([
    page,
    import('./records/activity/activity-panel.tsx'),
  ])
  return { default: () => <Page ActivityPanel={ActivityPanel} /> }
}

/** Adds the timeline and the investors to the page of a contact. */
async function withContactParts(page: Promise<typeof import('./records/contacts/contact-show.tsx')>) {
  const [{ default: Page }, { ActivityPanel }, { PositionPanel }] = await Promise.all([
    page,
    import('./records/activity/activity-panel.tsx'),
    import('./records/investors/position-panel.tsx'),
  ])
  return { default: () => <Page ActivityPanel={ActivityPanel} PositionPanel={PositionPanel} /> }
}

/** The bar for selected records is loaded when the first one is selected. */
const BulkPanel = lazy(() => import('./records/bulk-changes/bulk-panel.tsx'))

/** The list with the import of its records, and the bar for selected ones. */
async function withImport(
  kind: Exclude<ImportKind, 'transactions' | 'offerings'>,
  page: Promise<{ default: ComponentType<ImportParts & BulkPart> }>,
) {
  const [{ default: Page }, { ImportItem, ImportPanel, ImportStart }, { useImportFilter }] = await Promise.all([
    page,
    import('./records/imports/import-panel.tsx'),
    import('./records/imports/import-filter-picker.tsx'),
  ])
  const parts: ImportParts & BulkPart = {
    BulkPanel: (props) => <BulkPanel kind={kind} {...props} />,
    ImportPanel: (more) => <ImportPanel kind={kind} {...more} />,
    ImportItem,
    ImportStart: (more) => <ImportStart kind={kind} {...more} />,
    useImportFilter: () => useImportFilter(kind),
  }
  return { default: () => <Page {...parts} /> }
}

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
      page('/dashboard', 'Dashboard', dashboard, 'see_amounts'),
      ...recordPages('/investors', 'Investors', {
        list: () => withImport('investors', import('./records/investors/investor-list.tsx')),
        show: () => withActivity(import('./records/investors/investor-show.tsx')),
        edit: () => import('./records/investors/investor-edit.tsx'),
      }),
      page('/investors/:id/statement', 'Investors', statement, 'see_amounts'),
      ...recordPages(
        '/investments',
        'Investments',
        {
          list: () => withImport('investments', import('./records/investments/investment-list.tsx')),
          show: () => withActivity(import('./records/investments/investment-show.tsx')),
          edit: () => import('./records/investments/investment-edit.tsx'),
        },
        'see_amounts',
      ),
      page('/contacts/inbox', 'Contacts', inbox),
      ...recordPages('/contacts', 'Contacts', {
        list: () => withImport('contacts', import('./records/contacts/contact-list.tsx')),
        show: () => withContactParts(import('./records/contacts/contact-show.tsx')),
        edit: () => import('./records/contacts/contact-edit.tsx'),
      }),
      page('/wa-groups', 'WA Groups', groupList),
      page('/wa-groups/import', 'WA Groups', groupImport, 'edit'),
      page('/templates', 'Templates', templateList),
      page('/templates/add', 'Templates', templateEdit, 'edit'),
      page('/templates/:id/edit', 'Templates', templateEdit),
      page('/broadcast-groups', 'Broadcast Groups', broadcastGroupList),
      page('/broadcast-groups/new', 'Broadcast Groups', broadcastGroupEdit, 'edit'),
      page('/broadcast-groups/:id/edit', 'Broadcast Groups', broadcastGroupEdit),
      page('/broadcasts', 'Broadcasts', broadcastList),
      page('/broadcasts/add', 'Broadcasts', broadcastEdit, 'edit'),
      page('/broadcasts/:id', 'Broadcasts', broadcastShow),
      page('/broadcasts/:id/edit', 'Broadcasts', broadcastEdit, 'edit'),
      ...recordPages('/tasks', 'Tasks', {
        list: () => import('./records/tasks/task-list.tsx'),
        show: () => import('./records/tasks/task-show.tsx'),
        edit: () => import('./records/tasks/task-edit.tsx'),
      }),
      page('/duplicates', 'Duplicates', duplicateList),
      page('/duplicates/merge', 'Duplicates', mergeEdit, 'edit'),
      page('/bulk-changes', 'Bulk changes', bulkChangeList),
      page('/trash', 'Trash', trashList),
      page('/audit', 'Audit log', auditList, 'see_audit_log'),
      page('/account', 'Account', account),
      page('/account/webhooks/:id', 'Account', webhook, 'manage_settings', 'see_amounts'),
      page('/master-data/investment-status', 'Investment Status', statusList),
      page('/master-data/investment-stages', 'Investment Stages', stageList),
      page('/master-data/investor-types', 'Investor Types', investorTypeList),
      page('/master-data/currencies', 'Currencies', currencyList),
      page('/master-data/custom-fields', 'Custom Fields', customList),
    ],
  },
  { element: <Nowhere />, children: [{ path: '*', element: <NotFound />, handle: { title: '404' } }] },
]

/** Signed-in users see the error page inside the layout, so that the menu leads them elsewhere. */
function Nowhere() {
  return useSignedIn() ? <SignedIn layout={appLayout} loading={<LoadingPage />} /> : <Outlet />
}

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
      <PagePermissions value={permissionsAt}>{page}</PagePermissions>
    </ErrorBoundary>
  )
}

/** Requests the first page's chunk and its layout's together, before anything renders. */
export function preloadAt(pathname: string) {
  for (const { route } of matched(pathname)) route.handle?.preload?.()
}

/** The key gives each path its own state: the loading text shows, and nothing is carried over from `/:id` to `/add`. */
function page(path: string, title: string, lazy: LazyPage, ...permissions: PermissionKey[]): RouteObject {
  const loading = <Loading title={title} />
  const slot = <PageSlot key={path} page={lazy} loading={loading} />
  const element = permissions.reduceRight(
    (inner, permission) => (
      <Allowed key={path} permission={permission} otherwise={notAllowed} loading={loading}>
        {inner}
      </Allowed>
    ),
    slot,
  )
  return { path, element, handle: { title, permissions, preload: lazy.preload } }
}

/** The pages of a kind of record: its list, one record, and the form that adds and edits. `permissions`: all of them need these. */
function recordPages(
  path: string,
  title: string,
  pages: Record<'list' | 'show' | 'edit', Parameters<typeof lazyPage>[0]>,
  ...permissions: PermissionKey[]
): RouteObject[] {
  const edit = lazyPage(pages.edit)
  return [
    page(path, title, lazyPage(pages.list), ...permissions),
    page(`${path}/add`, title, edit, 'edit', ...permissions),
    page(`${path}/:id`, title, lazyPage(pages.show), ...permissions),
    page(`${path}/:id/edit`, title, edit, 'edit', ...permissions),
  ]
}

/** While a layout loads, the title shown is that of the page inside it. */
function LoadingPage() {
  return <Loading title={useRoute().title} />
}

function useRoute(): { path: string; title: string } {
  const { path = '', handle } = matched(useLocation().pathname).at(-1)?.route ?? {}
  return { path: path === '*' ? '/*' : path, title: handle?.title ?? '' }
}

const permissionsAt = (pathname: string): readonly PermissionKey[] =>
  matchRoutes(routes, pathname)?.at(-1)?.route.handle?.permissions ?? []

/** Cached: it is called several times per page, and the router ranks all paths each time. */
function matched(pathname: string) {
  if (last?.pathname !== pathname) last = { pathname, matches: matchRoutes(routes, pathname) ?? [] }
  return last.matches
}
let last: { pathname: string; matches: RouteMatch[] } | undefined
