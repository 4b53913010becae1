-- Sample data: which rows it put in, so that they and nothing else can be taken out again.

-- That it is in. One row: of two who ask for it at once, one waits for the other and then finds it there.
create table sample_sets (
  organization_id uuid primary key references organizations on delete cascade,
  added_by uuid,
  added_at timestamptz not null default now()
);
call protect('sample_sets');

create table sample_records (
  organization_id uuid not null references sample_sets on delete cascade,
  -- The table.
  relation text not null,
  -- Its primary key without the organization, the parts joined by a space.
  key text not null,
  -- As it was put in; null where rows have none. Another one by now: somebody made it their own.
  version integer,
  primary key (organization_id, relation, key)
);
call protect('sample_records');

-- What was sent keeps the name and the number; the contact may go for good.
alter table recipients
  drop constraint recipients_organization_id_contact_id_fkey,
  add foreign key (organization_id, contact_id) references contacts on delete set null (contact_id);
