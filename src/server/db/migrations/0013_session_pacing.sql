-- Pacing: the limits of a session, what really left through it, which chats it knows, and what WhatsApp holds it for.

alter table wa_sessions drop constraint wa_sessions_pacing_mode_check;
alter table wa_sessions add column pacing_limits jsonb;
alter table wa_sessions add constraint wa_sessions_pacing_mode_check
  check (pacing_mode in ('careful', 'known_contacts', 'custom', 'off') and (pacing_mode <> 'custom' or pacing_limits is not null));

-- Who has ever written to this session's number. `address_key` is the number as compared.
create table wa_chats (
  organization_id uuid not null,
  session_id uuid not null,
  address_key text not null,
  first_written_at timestamptz not null,
  primary key (organization_id, session_id, address_key),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
call protect('wa_chats');

-- Every message that may have left, each attempt of it: the windows of the pacing are read from here, so that no
-- restart and no downtime gives any credit. Written together with the intent to send, before anything leaves.
create table wa_sends (
  organization_id uuid not null,
  session_id uuid not null,
  at timestamptz not null,
  wa_message_id text not null,
  address_key text not null,
  chat text not null check (chat in ('new', 'known', 'group')),
  -- In [0, 1): how long the gap or the rest after it is.
  dice real not null,
  primary key (organization_id, session_id, at, wa_message_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
create index wa_sends_chat on wa_sends (organization_id, address_key, at);
call protect('wa_sends');

alter table wa_leases
  -- What `next_send_at` waits for, and whose turn it is then.
  add column wait_reason text,
  add column next_broadcast_id uuid,
  -- WhatsApp's own limit, as the network told it.
  add column hold_code text,
  add column hold_until timestamptz,
  add column hold_new_chats_only boolean not null default false,
  -- Failures before the last pause count no more.
  add column tripped_at timestamptz not null default '-infinity';
