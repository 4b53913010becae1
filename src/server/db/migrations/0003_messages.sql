-- Templates, WhatsApp sessions, broadcasts and their recipients.

create table templates (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  body text not null,
  created_by uuid,
  updated_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index templates_name on templates (organization_id, lower(name)) where deleted_at is null;
call protect('templates');

create table wa_sessions (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null,
  driver text not null,
  -- What a person asked for; the worker that owns the session brings `status` to it.
  wanted text not null default 'stopped' check (wanted in ('running', 'stopped')),
  status text not null default 'stopped' check (status in ('stopped', 'starting', 'scan_qr', 'working', 'failed')),
  qr text,
  qr_expires_at timestamptz,
  phone_number text,
  push_name text,
  last_error text,
  last_connected_at timestamptz,
  pacing_mode text not null default 'off' check (pacing_mode in ('careful', 'off')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  primary key (organization_id, id)
);
create unique index wa_sessions_id on wa_sessions (id);
call protect('wa_sessions', true);

-- Which process owns a session. `fence` grows with every term; what an older term writes is refused.
create table wa_leases (
  organization_id uuid not null,
  session_id uuid not null,
  owner_id uuid not null,
  fence bigint not null default 1,
  lease_until timestamptz not null,
  -- The earliest moment the pace allows the next message; kept here so that a restart gives no credit.
  next_send_at timestamptz not null default '-infinity',
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
call protect('wa_leases', true);

-- What a person asked of a running session and the owner has not done yet.
create table wa_session_commands (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  command text not null check (command in ('restart', 'logout', 'simulate')),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
call protect('wa_session_commands', true);

-- A driver's credentials and keys, encrypted and bound to organization, session and key.
create table wa_credentials (
  organization_id uuid not null,
  session_id uuid not null,
  key text not null,
  value bytea not null,
  primary key (organization_id, session_id, key),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
call protect('wa_credentials');

create table broadcasts (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  name text not null check (name <> ''),
  session_id uuid not null,
  template_id uuid,
  -- The text: a draft's own, or the template's as it was when the broadcast started.
  body text,
  all_contacts boolean not null default false,
  status text not null default 'draft' check (status in ('draft', 'preparing', 'sending', 'paused', 'completed', 'cancelled', 'failed')),
  pause_reason text check (pause_reason in ('user', 'error_threshold', 'no_acks', 'logged_out', 'banned', 'missed_window')),
  failure text,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references wa_sessions,
  foreign key (organization_id, template_id) references templates,
  check ((status = 'paused') = (pause_reason is not null))
);
create index broadcasts_created on broadcasts (organization_id, created_at, id) where deleted_at is null;
-- What the engine has to do with: a handful of rows at any time.
create index broadcasts_active on broadcasts (status, session_id) where status in ('preparing', 'sending');
call protect('broadcasts', true);

-- A draft's audience by hand.
create table broadcast_contacts (
  organization_id uuid not null,
  broadcast_id uuid not null,
  contact_id uuid not null,
  excluded boolean not null default false,
  primary key (organization_id, broadcast_id, contact_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, contact_id) references contacts on delete cascade
);
create index broadcast_contacts_contact on broadcast_contacts (organization_id, contact_id);
call protect('broadcast_contacts');

-- In the order of the ladder: a row only ever moves to a later one, so that receipts may come
-- doubled, late and out of order. `failed` stands below `accepted`: a late acknowledgement still raises it.
create type recipient_status as enum
  ('pending', 'skipped', 'cancelled', 'sending', 'unknown', 'failed', 'accepted', 'sent', 'delivered', 'read', 'played');

-- One row is one person in one broadcast, and also the job of writing to them.
create table recipients (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  broadcast_id uuid not null,
  session_id uuid not null,
  contact_id uuid,
  name text not null,
  address text not null,
  -- The number as compared: one person, one message.
  address_key text not null,
  status recipient_status not null default 'pending',
  reason text,
  retryable boolean,
  -- Set exactly while pending: the queue. A column of its own keeps `status` out of every index, so
  -- that the later changes of a row stay on its page (heap-only updates).
  due_at timestamptz default now(),
  -- Set exactly while sending, accepted or unknown: when the row has to be decided otherwise.
  settle_at timestamptz,
  -- The term of the session's owner that sent it.
  fence bigint,
  wa_message_id text,
  text text,
  attempts smallint not null default 0,
  -- How often it was sent once more under the same id, for want of evidence.
  resends smallint not null default 0,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  primary key (organization_id, id),
  unique (organization_id, broadcast_id, address_key),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, session_id) references wa_sessions,
  foreign key (organization_id, contact_id) references contacts,
  check ((status = 'pending') = (due_at is not null)),
  check ((status in ('sending', 'accepted', 'unknown')) = (settle_at is not null)),
  check (status in ('pending', 'skipped', 'cancelled') or wa_message_id is not null)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
create unique index recipients_message on recipients (organization_id, session_id, wa_message_id);
-- The claim's order is served by this index and no other: see docs/decisions on the claim's plan.
create index recipients_queue on recipients (organization_id, broadcast_id, due_at, id) where due_at is not null;
create index recipients_open on recipients (organization_id, session_id, settle_at) where settle_at is not null;
call protect('recipients');
