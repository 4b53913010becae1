// The account page: a menu of sections beside the chosen section. A phone shows the menu first, then the section.
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { t } from '../../platform/lib/text.ts'
import { useIsTablet } from '../../platform/ui/breakpoints.ts'
import { isUnsaved } from '../../platform/ui/form.tsx'
import { LeaveGuard } from '../../platform/ui/leave-guard.tsx'
import { Page } from '../../platform/ui/page.tsx'
import { SkeletonLines } from '../../platform/ui/skeleton-lines.tsx'
import styles from './account-show.module.css'
import { AppearanceShow } from './appearance-show.tsx'
import { EmailConfirmShow } from './email-confirm-show.tsx'
import { ProfileShow } from './profile-show.tsx'
import { SectionList } from './section-list.tsx'
import { type SectionId, sectionOf } from './sections.ts'
import { SessionList } from './session-list.tsx'

/** A section that is loaded when it is opened. */
const section = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }))
const DataShow = section(async () => (await import('./data-show.tsx')).DataShow)
const OrganizationShow = section(async () => (await import('./organization-show.tsx')).OrganizationShow)
const SecurityShow = section(async () => (await import('./security-show.tsx')).SecurityShow)
const TeamShow = section(async () => (await import('./team-show.tsx')).TeamShow)
const WebhookSection = section(async () => (await import('../webhooks/webhook-panel.tsx')).WebhookSection)

export default function AccountShow() {
  const { hash } = useLocation()
  const isNarrow = useIsTablet()
  const wanted = sectionOf(hash)
  const shown = wanted ?? (isNarrow ? undefined : 'profile')
  return (
    <Page
      title={t('Account')}
      quietTitle
      width={isNarrow ? 'form' : 'full'}
      {...(isNarrow && shown && { back: { to: '/account', label: t('Account') } })}
    >
      <LeaveGuard mayLeave={mayLeave} placeOf={placeOf} />
      <EmailConfirmShow />
      <div className={styles.columns}>
        {!(isNarrow && shown) && <SectionList shown={shown} isNarrow={isNarrow} />}
        {shown && (
          <Suspense fallback={<SkeletonLines height={12} />}>
            <Arrival key={shown} id={shown}>
              {contents[shown]()}
            </Arrival>
          </Suspense>
        )}
      </div>
    </Page>
  )
}

const mayLeave = () => !isUnsaved()
const placeOf = (hash: string) => sectionOf(hash) ?? 'profile'

const contents: Record<SectionId, () => ReactNode> = {
  profile: () => <ProfileShow />,
  whatsapp: () => <SessionList />,
  security: () => <SecurityShow />,
  organization: () => <OrganizationShow />,
  team: () => <TeamShow />,
  webhooks: () => <WebhookSection />,
  appearance: () => <AppearanceShow />,
  data: () => <DataShow />,
}

/** Scrolls to the section, or to the part of it that the hash names. Takes the focus if the focused menu has disappeared. */
function Arrival({ id, children }: { id: SectionId; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // The key: clicking the same link again scrolls again.
  useEffect(() => {
    const part = hash.slice(1)
    if (part && part !== id) document.getElementById(part)?.scrollIntoView()
    else if (part) scrollTo(0, 0)
    if (document.activeElement === document.body) element.current?.focus({ preventScroll: true })
  }, [hash, key, id])
  return (
    <div ref={element} tabIndex={-1} className={styles.content}>
      {children}
    </div>
  )
}
