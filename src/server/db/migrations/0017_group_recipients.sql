-- WhatsApp groups in the audience of a broadcast, and as recipients: one message to all who are in one.

create table broadcast_wa_groups (
  organization_id uuid not null,
  broadcast_id uuid not null,
  wa_group_id uuid not null,
  primary key (organization_id, broadcast_id, wa_group_id),
  foreign key (organization_id, broadcast_id) references broadcasts on delete cascade,
  foreign key (organization_id, wa_group_id) references wa_groups on delete cascade
);
create index broadcast_wa_groups_group on broadcast_wa_groups (organization_id, wa_group_id);
call protect('broadcast_wa_groups');

-- `participants`: its members without the session's own account, and how many of them have it and have read it. Null for
-- a person.
alter table recipients
  add column wa_group_id uuid,
  add column participants integer,
  add column delivered_count integer,
  add column read_count integer,
  add foreign key (organization_id, wa_group_id) references wa_groups on delete set null (wa_group_id);
create index recipients_wa_group on recipients (organization_id, wa_group_id) where wa_group_id is not null;

-- Who of a group has its message, and who has read it: one row for each, so that a receipt that comes twice counts once.
create table group_receipts (
  organization_id uuid not null,
  recipient_id uuid not null,
  -- Whose: a number as compared, or WhatsApp's own id of somebody whose number it does not tell.
  address_key text not null,
  delivered_at timestamptz not null,
  read_at timestamptz,
  primary key (organization_id, recipient_id, address_key),
  foreign key (organization_id, recipient_id) references recipients on delete cascade
);
call protect('group_receipts');
