// The investors that a contact represents, each with the sums of its investments.
import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Contact } from '../../../contract/contacts.ts'
import { type Investor, investors } from '../../../contract/investors.ts'
import { query } from '../../api.ts'
import { useMayOrWait } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { ToneBadge } from '../../platform/ui/badge.tsx'
import { PlainList, Row, Stack, Text } from '../../platform/ui/box.tsx'
import { AmountOrDash } from '../../platform/ui/exact-amount.tsx'
import { May } from '../../platform/ui/may.tsx'
import { Section } from '../../platform/ui/section.tsx'
import { RoleBadge } from '../contacts/role-badge.tsx'

export function PositionPanel({ contact }: { contact: Contact }) {
  const seesAmounts = useMayOrWait('see_amounts') === true
  const { data } = useQuery({
    ...query(investors.list, { query: { contact_id: contact.id, per_page: 20 } }),
    enabled: seesAmounts && contact.investors.length > 0,
    refetchOnMount: 'always',
  })
  if (contact.investors.length === 0) return null
  return (
    <Section title={t('Investors')}>
      <PlainList gap={16}>
        {contact.investors.map((investor) => (
          <Stack as="li" key={investor.id} gap={4}>
            <Row gap={8} rowGap={2} wrap>
              <Anchor component={Link} to={`/investors/${investor.id}`} fw={500}>
                {investor.name}
              </Anchor>
              <Text as="span" size={13} dimmed>
                {investor.code}
              </Text>
              <RoleBadge role={investor.role} />
              {investor.is_primary && <ToneBadge tone="accent">{t('Main contact')}</ToneBadge>}
            </Row>
            {/* The placeholder is as high as the sums in one currency, so that nothing below moves. */}
            <May permission="see_amounts">
              {data ? <Figures investor={data.data.find(({ id }) => id === investor.id)} /> : <Skeleton height={60} />}
            </May>
          </Stack>
        ))}
      </PlainList>
    </Section>
  )
}

function Figures({ investor }: { investor: Investor | undefined }) {
  if (!investor || investor.investment_count === 0)
    return (
      <Text size={13} dimmed>
        {t('No investments yet')}
      </Text>
    )
  return (
    <>
      {investor.figures.map(({ currency, committed, funded, outstanding }) => (
        <dl key={currency}>
          {[
            [t('Committed'), committed],
            [t('Funded'), funded],
            [t('Outstanding'), outstanding],
          ].map(([label, amount]) => (
            <Row key={label} justify="between" gap={12} size={13}>
              <Text as="dt" size={13} dimmed>
                {label}
              </Text>
              <Text as="dd" size={13} figures>
                <AmountOrDash amount={amount!} currency={currency} />
              </Text>
            </Row>
          ))}
        </dl>
      ))}
      <Anchor component={Link} to={`/investments?investor_id=${investor.id}`} size="sm">
        {t.plural(investor.investment_count, 'One investment', '{count} investments')}
      </Anchor>
    </>
  )
}
