-- Merges of contacts, or of investors, into one of them. `moved` has what Undo needs, and is cleared after 30 days.
create table merges (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  kind text not null check (kind in ('contact', 'investor')),
  winner_id uuid not null,
  at timestamptz not null default now(),
  merged_by uuid,
  moved jsonb,
  undone_at timestamptz,
  primary key (organization_id, id)
);
create index merges_winner on merges (organization_id, winner_id);
alter table merges enable row level security, force row level security;
create policy own on merges using (organization_id = current_organization()) with check (organization_id = current_organization());

-- The winner to which the address of a merged record (a loser) leads.
create table merged_records (
  organization_id uuid not null,
  record_id uuid not null,
  winner_id uuid not null,
  merge_id uuid not null,
  primary key (organization_id, record_id),
  foreign key (organization_id, merge_id) references merges (organization_id, id) on delete cascade
);
create index merged_records_merge on merged_records (organization_id, merge_id);
create index merged_records_winner on merged_records (organization_id, winner_id);
alter table merged_records enable row level security, force row level security;
create policy own on merged_records using (organization_id = current_organization()) with check (organization_id = current_organization());

-- Pairs of records that a user has marked as no duplicates. The smaller id comes first.
create table distinct_pairs (
  organization_id uuid not null references organizations on delete cascade,
  first_id uuid not null,
  second_id uuid not null,
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, first_id, second_id),
  check (first_id < second_id)
);
alter table distinct_pairs enable row level security, force row level security;
create policy own on distinct_pairs using (organization_id = current_organization()) with check (organization_id = current_organization());
