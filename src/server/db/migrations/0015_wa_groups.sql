-- The WhatsApp groups of a session as its phone last told them, and which of them people have imported.

create table wa_groups (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  session_id uuid not null,
  wa_id text not null,
  name text not null,
  participants_count integer not null,
  can_post boolean not null,
  -- The phone is no member any more. Only groups that were imported are kept then.
  left_at timestamptz,
  -- Null: only known, not imported.
  imported_at timestamptz,
  imported_by uuid,
  -- Taken off the list of imported groups, for *Undo*.
  deleted_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (organization_id, id),
  unique (organization_id, session_id, wa_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
create index wa_groups_imported on wa_groups (organization_id, fold(name), id) where imported_at is not null and deleted_at is null;
call protect('wa_groups');

-- Their members but for the session's own account.
create table wa_group_members (
  organization_id uuid not null,
  group_id uuid not null,
  -- E.164, or WhatsApp's own id of somebody whose number it does not tell.
  address text not null,
  -- The number as compared: see contacts.
  phone_key text,
  primary key (organization_id, group_id, address),
  foreign key (organization_id, group_id) references wa_groups on delete cascade
);
call protect('wa_group_members');

-- How old that is, session by session, and what became of asking again.
create table wa_group_lists (
  organization_id uuid not null,
  session_id uuid not null,
  asked_at timestamptz,
  refreshed_at timestamptz,
  failed_at timestamptz,
  -- The driver's code, when asking failed since it was refreshed.
  failure text,
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references wa_sessions on delete cascade
);
call protect('wa_group_lists');

alter table wa_session_commands drop constraint wa_session_commands_command_check;
alter table wa_session_commands add constraint wa_session_commands_command_check
  check (command in ('restart', 'logout', 'simulate', 'list_groups'));
