// Investor page: figures, contacts, investments and notes.
import { Button } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { type Investor, InvestorQuery, investors } from '../../contract/investors.ts'
import { ActivityPanel } from '../activity/activity-panel.tsx'
import { query } from '../api.ts'
import { countryName } from '../lib/countries.ts'
import { language, t } from '../lib/text.ts'
import { useRecordPager } from '../lib/use-record-pager.ts'
import { NotePanel, NoteShow } from '../notes/note-panel.tsx'
import { ConversationPanel } from '../replies/conversation-panel.tsx'
import { ToneBadge } from '../ui/badge.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { Section } from '../ui/section.tsx'
import { ActionPanel, useArchive } from './action-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { FactPanel } from './fact-panel.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { HoldingPanel } from './holding-panel.tsx'
import { ArchivedBadge, RelationshipBadge } from './investor-badge.tsx'
import styles from './investor-show.module.css'

/** Polls, because the page may stay open all day while others edit. */
const everyMs = 60_000

export default function InvestorShow() {
  const id = useParams().id!
  const asked = useQuery({
    ...query(investors.get, { params: { id } }),
    refetchOnMount: 'always',
    refetchInterval: everyMs,
  })
  const place = useRecordPager({ schema: InvestorQuery, path: '/investors', id }, (search) =>
    query(investors.list, { query: search }),
  )
  return (
    <RecordPage
      asked={asked}
      place={place}
      words={{ list: t('Investors'), one: t('Investor'), missing: t('Investor not found') }}
      icon={IconUserOff}
      path="/investors"
      height={20}
      title={(investor) => <TitleShow investor={investor} />}
      subtitle={subtitleOf}
      actions={(investor) => <ActionPanel investor={investor} list={place.list} query={place.query} />}
    >
      {(investor) => <Content investor={investor} />}
    </RecordPage>
  )
}

function Content({ investor }: { investor: Investor }) {
  return (
    <>
      {investor.is_archived && <ArchivedNotice investor={investor} />}
      {investor.investment_count > 0 && <FigurePanel investorId={investor.id} everyMs={everyMs} />}
      {/* A new key resets unsaved input when another investor is opened. */}
      <div className={styles.columns} key={investor.id}>
        <div>
          <HoldingPanel investor={investor} everyMs={everyMs} />
          <ContactPanel investor={investor} />
          <ConversationPanel contacts={investor.contacts} investorId={investor.id} />
          {investor.notes && (
            <Section title={t('About')}>
              <div className={styles.notes}>
                <NoteShow text={investor.notes} />
              </div>
            </Section>
          )}
          <NotePanel about={{ investor_id: investor.id }} />
          <ActivityPanel about={{ investor_id: investor.id }} />
        </div>
        <div>
          <FactPanel investor={investor} />
        </div>
      </div>
    </>
  )
}

function TitleShow({ investor: { name, relationship, is_archived, do_not_contact } }: { investor: Investor }) {
  return (
    <span className={styles.title}>
      {name}
      <span>
        <RelationshipBadge relationship={relationship} />
        {is_archived && <ArchivedBadge />}
        {do_not_contact && <ToneBadge tone="bad">{t('Do not contact')}</ToneBadge>}
      </span>
    </span>
  )
}

function subtitleOf({ code, type, city, country }: Investor) {
  const land = country && countryName(country, language())
  const where = [city, land !== city && land].filter(Boolean).join(', ')
  return [code, type.name, where].filter(Boolean).join(' · ')
}

function ArchivedNotice({ investor }: { investor: Investor }) {
  const archive = useArchive(investor)
  return (
    <div className={styles.notice}>
      <span>{t('Archived: not offered for new investments, still included in all totals.')}</span>
      <Button size="compact-sm" variant="default" onClick={() => archive(false)}>
        {t('Unarchive')}
      </Button>
    </div>
  )
}
