-- Files that messages carry: docs/decisions/0011-media.md.

create table media (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- What its first bytes say it is.
  kind text not null check (kind in ('image', 'video', 'document')),
  type text not null,
  name text not null check (name <> ''),
  -- Bytes.
  size bigint not null check (size > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  created_by uuid,
  created_at timestamptz not null default now(),
  primary key (organization_id, id)
);
create unique index media_file on media (organization_id, sha256, name);
call protect('media');

-- Its bytes, in pieces of 256 KB but for the last; written with it and never changed.
create table media_parts (
  organization_id uuid not null,
  media_id uuid not null,
  part integer not null,
  bytes bytea not null,
  primary key (organization_id, media_id, part),
  foreign key (organization_id, media_id) references media on delete cascade
);
-- Pictures, films and PDFs are compressed already.
alter table media_parts alter column bytes set storage external;
call protect('media_parts');
