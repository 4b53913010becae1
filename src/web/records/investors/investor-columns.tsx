// Columns of the investor list, named as in its export.
import { IconBan, IconBrandWhatsapp } from '@tabler/icons-react'
import type { Investor, investorColumns as names } from '../../../contract/investors.ts'
import { countryName } from '../../platform/lib/countries.ts'
import { day } from '../../platform/lib/format.ts'
import { decimal } from '../../platform/lib/money.ts'
import { language, t } from '../../platform/lib/text.ts'
import { Ago } from '../../platform/ui/ago.tsx'
import { Text } from '../../platform/ui/box.tsx'
import { columnId } from '../../platform/ui/data-columns.ts'
import { type Columns, columnsOf } from '../../platform/ui/data-table.tsx'
import { Tooltip } from '../../platform/ui/tooltip.tsx'
import { InvestorTypeBadge } from '../master-data/investor-type-badge.tsx'
import { StageBadge } from '../master-data/stage-badge.tsx'
import { TagBadges } from '../tags/tag-badge.tsx'
import { FigureShow, figureLines } from './figure-show.tsx'
import { FollowUpBadge } from './follow-up-badge.tsx'
import { ArchivedBadge, RelationshipBadge } from './investor-badge.tsx'
import styles from './investor-columns.module.css'
import { type FigureName, figureNames, figureText, obstacleOf, obstacleText } from './words.ts'

const column = columnsOf<Investor>()

export const investorColumns = (): Columns<Investor> =>
  column.columns([
    column.accessor('name', {
      header: t('Name'),
      meta: { sort: 'name', card: 'title' },
      cell: ({ row: { original } }) => <NameShow investor={original} />,
    }),
    column.accessor('relationship', {
      header: t('Relationship'),
      meta: { sort: 'relationship', width: '7rem', card: 'aside' },
      cell: ({ getValue }) => <RelationshipBadge relationship={getValue()} />,
    }),
    column.accessor(({ contacts }) => contacts[0]?.name ?? '', {
      id: 'contact',
      header: t('Contact'),
      meta: { sort: 'contact', width: '10rem', wide: true },
      cell: ({ row: { original } }) => <MainContact investor={original} />,
    }),
    figure('committed', {}),
    figure('funded', { wide: true, card: 'hidden' }),
    figure('outstanding', {}),
    figure('distributed', { optional: true, card: 'hidden' }),
    column.accessor(({ next_follow_up_on, owner }) => next_follow_up_on ?? owner?.name ?? '', {
      id: 'next_follow_up_on',
      header: t('Follow-up'),
      meta: { sort: 'next_follow_up_on', width: '9rem', wide: true },
      cell: ({ row: { original } }) => <FollowUp investor={original} />,
    }),
    column.accessor(({ tags }) => tags.map(({ name }) => name).join(', '), {
      id: 'tags',
      header: t('Tags'),
      meta: { wide: 'very', width: '11rem' },
      cell: ({ row: { original } }) => <TagBadges tags={original.tags} most={2} />,
    }),
    column.accessor('updated_at', {
      header: t('Changed'),
      meta: { sort: 'updated_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => (
        <Text as="span" size={13} dimmed block className={styles.ago}>
          <Ago time={getValue()} />
        </Text>
      ),
    }),
    column.accessor('email', { header: t('Email'), meta: { sort: 'email', optional: true, card: 'hidden' } }),
    column.accessor(({ type }) => type.name, {
      id: 'type',
      header: t('Type'),
      meta: { sort: 'type', optional: true, card: 'hidden', width: '10rem' },
      cell: ({ row: { original } }) => <InvestorTypeBadge type={original.type} />,
    }),
    column.accessor(({ owner }) => owner?.name ?? '', {
      id: 'owner',
      header: t('Owner'),
      meta: { sort: 'owner', optional: true, card: 'hidden' },
    }),
    column.accessor(({ country }) => (country ? countryName(country, language()) : ''), {
      id: 'country',
      header: t('Country'),
      meta: { sort: 'country', optional: true },
    }),
    column.accessor('city', { header: t('City'), meta: { sort: 'city', optional: true } }),
    column.accessor('website', { header: t('Website'), meta: { sort: 'website', optional: true } }),
    column.accessor(({ preferred_stages }) => preferred_stages.map(({ name }) => name).join(', '), {
      id: 'preferred_stages',
      header: t('Preferred stages'),
      meta: { optional: true },
      cell: ({ row: { original } }) =>
        original.preferred_stages.map((stage) => <StageBadge key={stage.id} stage={stage} />),
    }),
    column.accessor('source', { header: t('Source'), meta: { sort: 'source', optional: true } }),
    column.accessor('investment_count', {
      header: t('Investments'),
      meta: { sort: 'investment_count', optional: true, align: 'end', width: '8rem' },
      cell: ({ getValue }) => decimal(String(getValue())),
    }),
    column.accessor('last_contacted_at', {
      header: t('Last message'),
      meta: { sort: 'last_contacted_at', optional: true, width: '9rem' },
      cell: ({ getValue }) => {
        const at = getValue()
        return at && <Ago time={at} />
      },
    }),
    column.accessor('created_at', {
      header: t('Added'),
      meta: { sort: 'created_at', optional: true, width: '8rem', card: 'hidden' },
      cell: ({ getValue }) => day(getValue()),
    }),
  ])

function figure(name: FigureName, meta: { wide?: boolean; optional?: boolean; card?: 'hidden' }) {
  return column.accessor(({ figures }) => figureLines(figures, name).length || '', {
    id: name,
    header: figureText(name),
    meta: { sort: name, align: 'end', width: '9.75rem', ...meta },
    cell: ({ row: { original } }) => <FigureShow figures={original.figures} name={name} />,
  })
}

/** The columns that users without the permission to see amounts get. */
export const plainColumns = (): Columns<Investor> =>
  investorColumns().filter((column) => !(figureNames as readonly string[]).includes(columnId(column)))

/** Export columns for the visible ones: a cell with two lines has two columns in the file. */
export function exported(ids: readonly string[]) {
  const within: Record<string, string[]> = {
    name: ['code', 'name', 'kind', 'type', 'is_archived'],
    contact: ['contact', 'phone', 'is_reachable'],
    next_follow_up_on: ['next_follow_up_on', 'follow_up_note', 'owner'],
  }
  return ids.flatMap((id) => within[id] ?? id) as (typeof names)[number][]
}

function NameShow({ investor: { name, code, type, is_archived } }: { investor: Investor }) {
  return (
    <Text as="span" shrink block py={6} className={styles.two}>
      <span className={styles.name}>
        <Text as="span" breakWords lines={2} className={styles.full} title={name}>
          {name}
        </Text>
        {is_archived && <ArchivedBadge />}
      </span>
      <span className={`${styles.what} ${styles.small}`}>
        <Text as="span" fixed>
          {code}
        </Text>
        <InvestorTypeBadge type={type} />
      </span>
    </Text>
  )
}

/** The contact that would be messaged, with the number, or why none can be. */
function MainContact({ investor }: { investor: Investor }) {
  const contact = investor.contacts[0]
  if (!contact)
    return (
      <Text as="span" dimmed>
        {t('No contact')}
      </Text>
    )
  const obstacle = obstacleOf(contact, investor)
  return (
    <Tooltip label={obstacle ? obstacleText(obstacle) : t('Reachable on WhatsApp')}>
      <Text as="span" shrink block py={6} className={styles.two}>
        <span>{contact.name}</span>
        <span className={`${styles.phone} ${styles.small}`}>
          {obstacle ? (
            <IconBan size={14} className={styles.unreachable} aria-label={obstacleText(obstacle)} />
          ) : (
            <IconBrandWhatsapp size={14} className={styles.reachable} aria-label={t('Reachable on WhatsApp')} />
          )}
          {contact.phone_text ?? t('No number')}
        </span>
      </Text>
    </Tooltip>
  )
}

/** Follow-up day and owner. */
function FollowUp({ investor: { next_follow_up_on, owner } }: { investor: Investor }) {
  return (
    <Text as="span" shrink block py={6} className={styles.two}>
      {next_follow_up_on && (
        <span>
          <FollowUpBadge day={next_follow_up_on} />
        </span>
      )}
      {owner && (
        <span className={styles.small} title={owner.name}>
          {owner.name}
        </span>
      )}
    </Text>
  )
}
