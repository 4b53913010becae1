// Investor page: figures, contacts, investments and notes.
import { Button } from '@mantine/core'
import type { Investor } from '../../../contract/investors.ts'
import { ConversationPanel } from '../../messaging/replies/conversation-panel.tsx'
import { countryName } from '../../platform/lib/countries.ts'
import type { ActivityPart } from '../../platform/lib/page-parts.ts'
import { language, t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { Row, Text } from '../../platform/ui/box.tsx'
import { Lacking, May } from '../../platform/ui/may.tsx'
import { RecordPage } from '../../platform/ui/record-page.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { refetchMs, useArchive, useRecordPage } from '../../record.ts'
import { CustomFactPanel } from '../custom-fields/fact-panel.tsx'
import { NotePanel, NoteShow, notePanelQuery } from '../notes/note-panel.tsx'
import { TaskPanel, taskPanelQuery } from '../tasks/task-panel.tsx'
import { ActionPanel } from './action-panel.tsx'
import { ContactPanel } from './contact-panel.tsx'
import { FactPanel } from './fact-panel.tsx'
import { FigurePanel } from './figure-panel.tsx'
import { HoldingPanel } from './holding-panel.tsx'
import { ArchivedBadge, RelationshipBadge } from './investor-badge.tsx'
import { investorKind } from './investor-kind.ts'
import styles from './investor-show.module.css'

type Parts = ActivityPart<{ investor_id: string }>

const panels = (id: string) => [taskPanelQuery({ investor_id: id }), notePanelQuery({ investor_id: id })]

export default function InvestorShow({ ActivityPanel }: Parts) {
  const page = useRecordPage(investorKind, panels)
  return (
    <RecordPage
      {...page}
      height={20}
      title={(investor) => <TitleShow investor={investor} />}
      subtitle={subtitleOf}
      actions={(investor) => <ActionPanel investor={investor} list={page.place.list} query={page.place.query} />}
    >
      {(investor) => <Content investor={investor} ActivityPanel={ActivityPanel} />}
    </RecordPage>
  )
}

function Content({ investor, ActivityPanel }: { investor: Investor } & Parts) {
  return (
    <>
      {investor.is_archived && <ArchivedNotice investor={investor} />}
      <May permission="see_amounts">
        {investor.investment_count > 0 && <FigurePanel investor={investor} everyMs={refetchMs} />}
      </May>
      {/* A new key resets unsaved input when another investor is opened. */}
      <div className={styles.columns} key={investor.id}>
        <div>
          <May permission="see_amounts" otherwise={<HiddenHoldings />}>
            <HoldingPanel investor={investor} everyMs={refetchMs} />
          </May>
          <ContactPanel investor={investor} />
          <ConversationPanel contacts={investor.contacts} investorId={investor.id} />
          {investor.notes && (
            <Section title={t('About')}>
              <Text as="div" breakWords>
                <NoteShow text={investor.notes} />
              </Text>
            </Section>
          )}
          <TaskPanel about={{ investor_id: investor.id }} />
          <NotePanel about={{ investor_id: investor.id }} />
          <ActivityPanel about={{ investor_id: investor.id }} />
        </div>
        <div>
          <FactPanel investor={investor} />
          <CustomFactPanel record="investor" kind={investorKind} of={investor} />
        </div>
      </div>
    </>
  )
}

function HiddenHoldings() {
  return (
    <Section title={t('Investments')}>
      <Lacking permission="see_amounts" />
    </Section>
  )
}

function TitleShow({ investor: { name, relationship, is_archived, do_not_contact } }: { investor: Investor }) {
  return (
    <Row as="span" inline gap={12} rowGap={4} wrap className={styles.title}>
      {name}
      <span>
        <RelationshipBadge relationship={relationship} />
        {is_archived && <ArchivedBadge />}
        {do_not_contact && <ToneBadge tone="bad">{t('Do not contact')}</ToneBadge>}
      </span>
    </Row>
  )
}

function subtitleOf({ code, type, city, country }: Investor) {
  const land = country && countryName(country, language())
  const where = [city, land !== city && land].filter(Boolean).join(', ')
  return [code, type.name, where].filter(Boolean).join(' · ')
}

function ArchivedNotice({ investor }: { investor: Investor }) {
  const archive = useArchive(investorKind, investor)
  return (
    <Row gap={16} rowGap={8} justify="between" wrap mb={16} note fill="neutral">
      <span>{t('Archived: not offered for new investments, still included in all totals.')}</span>
      <May permission="edit">
        <Button size="compact-sm" variant="default" onClick={() => archive(false)}>
          {t('Unarchive')}
        </Button>
      </May>
    </Row>
  )
}
