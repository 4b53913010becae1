// Example bodies of the most used endpoints. A test checks each against its schema, without sending it.
const id = '01990000-0000-7000-8000-000000000001'

export const examples: Record<string, object> = {
  'POST /auth/v1/login': { email: 'ada@example.com', password: 'correct horse battery' },
  'POST /auth/v1/refresh': { refresh_token: '…' },
  'POST /v1/contacts': { name: 'Budi Santoso', preferred_name: 'Pak Budi', phone: '0812 3450 001', company: 'PT Maju' },
  'PATCH /v1/contacts/:id': { version: 1, consent: 'opted_in', consent_how: 'Asked on the phone' },
  'POST /v1/investors': { name: 'Nusantara Capital', kind: 'entity', investor_type_id: id, country: 'ID' },
  'POST /v1/offerings': { name: 'Villa Canggu', kind: 'property', currency: 'IDR', target_amount: '50000000000' },
  'POST /v1/investments': { investor_id: id, offering_id: id, currency: 'IDR', expected_amount: '12500000000' },
  'POST /v1/investments/:id/transactions': {
    ...{ kind: 'contribution', state: 'settled', amount: '5000000000', settled_on: '2026-01-15' },
  },
  'POST /v1/templates': {
    name: 'Quarterly news',
    body: 'Dear {{ contact.preferred_name | default: contact.name }}, …',
  },
  'POST /v1/broadcasts': {
    ...{ name: 'News of January', session_id: id, template_id: id },
    audience: { broadcast_group_ids: [id], exclude_contact_ids: [] },
  },
}
