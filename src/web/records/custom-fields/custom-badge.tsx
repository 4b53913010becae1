// Shows the value of a custom field: choices in their colors, links as links.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CustomField } from '../../../contract/custom-fields.ts'
import type { CustomValue } from '../../../contract/custom-values.ts'
import { team } from '../../../contract/team.ts'
import { query } from '../../api.ts'
import { Row } from '../../platform/ui/box.tsx'
import { ColorLabel } from '../../platform/ui/color-badge.tsx'
import { customText } from './labels.ts'

interface CustomBadgeProps {
  field: Pick<CustomField, 'type' | 'choices'>
  value: CustomValue
}

export function CustomBadge({ field, value }: CustomBadgeProps) {
  const { type, choices } = field
  if (type === 'person') return <MemberBadge field={field} value={value} />
  if (type === 'choice' || type === 'choices') {
    const chosen = choices.filter(({ id }) => (Array.isArray(value) ? value.includes(id) : value === id))
    return (
      <Row as="span" inline gap={12} rowGap={2} wrap>
        {chosen.map(({ id, name, color }) => (
          <ColorLabel key={id} color={color}>
            {name}
          </ColorLabel>
        ))}
      </Row>
    )
  }
  if (type === 'link') {
    const address = String(value)
    return (
      <Anchor href={address} target="_blank" rel="noopener noreferrer" inherit>
        {address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')}
      </Anchor>
    )
  }
  return <>{customText(field, value)}</>
}

function MemberBadge({ field, value }: CustomBadgeProps) {
  const { data } = useQuery(query(team.get))
  return <>{customText(field, value, data?.members)}</>
}
