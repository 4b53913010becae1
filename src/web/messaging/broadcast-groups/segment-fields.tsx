// Editor of a segment: nested groups of all or any rules, and groups about one investment.
import { ActionIcon, Button, NativeSelect, Select, VisuallyHidden } from '@mantine/core'
import { IconBriefcase2, IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react'
import {
  type FieldName,
  fieldOf,
  fieldsOf,
  isCustomField,
  maxDepth,
  needsRates,
  operatorsOf,
} from '../../../contract/segments.ts'
import { useMay } from '../../platform/lib/permissions.ts'
import { t } from '../../platform/lib/text.ts'
import { PlainList, Row, Text } from '../../platform/ui/box.tsx'
import {
  type EditGroup,
  type EditInvestments,
  type EditNode,
  type EditRule,
  type NodePath,
  newGroup,
  newInvestments,
  newRule,
  pathOf,
  replaced,
  withField,
  withOperator,
} from './draft.ts'
import styles from './segment-fields.module.css'
import { targetOf, targetText, useCustomRules } from './use-custom-rules.ts'
import { ValueFields } from './value-fields.tsx'
import { aboutText, fieldText, operatorText } from './words.ts'

interface SegmentFieldsProps {
  segment: EditGroup | null
  onChange: (segment: EditGroup | null) => void
  /** Errors of the rule at `rules.0.rules.1`. */
  errorAt: (path: string) => string | undefined
}

interface NodeProps extends SegmentFieldsProps {
  place: NodePath
  /** The subject of the rules here: rules of an investment have fields of their own. */
  about: 'contact' | 'investment'
}

export function SegmentFields(props: SegmentFieldsProps) {
  const { segment, onChange } = props
  if (!segment)
    return (
      <Row gap={4} wrap>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => onChange(newGroup(newRule('contact.tag')))}
        >
          {t('Add rules')}
        </Button>
      </Row>
    )
  return <Group {...props} segment={segment} group={segment} place={[]} about="contact" />
}

function Group(props: NodeProps & { segment: EditGroup; group: EditGroup | EditInvestments }) {
  const { segment, group, place, about, onChange } = props
  const put = (next: EditNode | undefined) =>
    onChange(place.length === 0 ? ((next as EditGroup) ?? null) : replaced(segment, place, next))
  const add = (node: EditNode) => put({ ...group, rules: [...group.rules, node] })
  const match = (
    <NativeSelect
      aria-label={t('How rules are combined')}
      data={[
        { value: 'all', label: t('all of these match') },
        { value: 'any', label: t('any of these matches') },
      ]}
      value={group.match}
      onChange={(event) => put({ ...group, match: event.currentTarget.value as 'all' | 'any' })}
    />
  )
  const inner = about === 'investment' || group.type === 'investment' ? 'investment' : 'contact'
  const mayNest = inner === 'contact' ? place.length < maxDepth - 1 : group.type === 'investment'
  return (
    <fieldset
      className={styles.group}
      data-about={group.type === 'investment' ? 'investment' : undefined}
      data-root={place.length === 0 || undefined}
    >
      <VisuallyHidden component="legend">
        {group.type === 'investment' ? t('Rules about one investment') : t('Rules')}
      </VisuallyHidden>
      <Row gap={8} wrap className={styles.head}>
        {group.type === 'investment' ? (
          <NativeSelect
            aria-label={t('Whether the investor has an investment like this')}
            data={[
              { value: 'some', label: t('Has an investment where') },
              { value: 'none', label: t('Has no investment where') },
            ]}
            value={group.has}
            onChange={(event) => put({ ...group, has: event.currentTarget.value as 'some' | 'none' })}
          />
        ) : (
          <Text as="span" weight={500} className={styles.word}>
            {place.length === 0 ? t('Contacts who match') : t('Group where')}
          </Text>
        )}
        {match}
        {place.length > 0 && <Remove label={t('Remove this group of rules')} onClick={() => put(undefined)} />}
      </Row>
      <PlainList gap={8}>
        {group.rules.map((node, index) => (
          <li key={node.key}>
            {node.type === 'rule' ? (
              <RuleRow {...props} about={inner} rule={node} place={[...place, index]} />
            ) : (
              <Group {...props} about={inner} group={node} place={[...place, index]} />
            )}
          </li>
        ))}
      </PlainList>
      <Row gap={4} wrap>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => add(newRule(inner === 'investment' ? 'investment.offering' : 'contact.tag'))}
        >
          {t('Add rule')}
        </Button>
        {inner === 'contact' && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconBriefcase2 size={14} aria-hidden />}
            onClick={() => add(newInvestments(newRule('investment.offering')))}
          >
            {t('Add rules about an investment')}
          </Button>
        )}
        {mayNest && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconFolderPlus size={14} aria-hidden />}
            onClick={() =>
              add({
                ...newGroup(newRule(inner === 'investment' ? 'investment.status' : 'investor.type')),
                match: group.match === 'all' ? 'any' : 'all',
              })
            }
          >
            {group.match === 'all' ? t('Add “any” group') : t('Add “all” group')}
          </Button>
        )}
      </Row>
    </fieldset>
  )
}

function RuleRow({
  segment,
  onChange,
  errorAt,
  place,
  about,
  rule,
}: NodeProps & { segment: EditGroup; rule: EditRule }) {
  const put = (next: EditNode | undefined) => onChange(replaced(segment, place, next))
  const offered = about === 'investment' ? (['investment'] as const) : (['contact', 'investor', 'investment'] as const)
  const customs = useCustomRules()
  const seesAmounts = useMay('see_amounts')
  const isOffered = (field: FieldName) => isBuiltIn(field) && (seesAmounts || !needsRates(field))
  const name = customs.nameOf(rule)
  const { kind } = fieldOf(rule.field)
  const operators = operatorsOf(rule.field)
  return (
    <div className={styles.rule}>
      <Select
        aria-label={t('Field')}
        className={styles.field}
        data={offered.map((each) => ({
          group: aboutText(each),
          items: [...fieldsOf(each).filter(isOffered).map(builtIn), ...customs.offered(each, rule)],
        }))}
        value={targetText(rule)}
        onChange={(target) => target && put(withField(rule, targetOf(target), about))}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('No matches')}
        maxDropdownHeight={320}
      />
      {operators.length > 1 || kind === 'coming' ? (
        <NativeSelect
          aria-label={t('Operator for “{field}”', { field: name })}
          className={styles.operator}
          data={operators.map((operator) => ({ value: operator, label: operatorText(operator, kind) }))}
          value={rule.operator}
          onChange={(event) => put(withOperator(rule, event.currentTarget.value as EditRule['operator']))}
        />
      ) : (
        <Text as="span" weight={500} className={styles.word}>
          {operatorText(rule.operator, kind)}
        </Text>
      )}
      <Text as="div" shrink className={styles.value}>
        <ValueFields
          rule={rule}
          error={errorAt(`segment.${pathOf(place)}.value`)}
          onChange={(value) => put({ ...rule, value })}
        />
      </Text>
      <Remove label={t('Remove the rule “{field}”', { field: name })} onClick={() => put(undefined)} />
    </div>
  )
}

const isBuiltIn = (field: FieldName) => !isCustomField(field)
const builtIn = (field: FieldName): { value: string; label: string } => ({ value: field, label: fieldText(field) })

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <ActionIcon
      className={styles.remove}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
