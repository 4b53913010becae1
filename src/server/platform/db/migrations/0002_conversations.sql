-- Conversations: who looks after the messages of one person. The key is the person's number, so that an assignment stays when
-- the number becomes a contact.
create table wa_conversations (
  organization_id uuid not null,
  address_key text not null,
  assigned_to uuid not null,
  assigned_by uuid,
  assigned_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, address_key),
  foreign key (organization_id, assigned_to) references users (organization_id, id) on delete cascade
);
alter table wa_conversations enable row level security, force row level security;
create policy own on wa_conversations for all using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Notes about a number that is no contact yet.
alter table notes
  add column address_key text,
  drop constraint notes_check,
  add constraint notes_check check (num_nonnulls(investor_id, contact_id, investment_id, address_key) = 1);
create index notes_address on notes (organization_id, address_key, created_at) where address_key is not null and deleted_at is null;

-- The list of conversations reads the latest message of each number from the index alone.
drop index wa_messages_address;
create index wa_messages_address on wa_messages (organization_id, address_key, at) include (contact_id, handled_at);
