-- Mails on their way out, and links to a new password.

create table mails (
  id uuid not null default uuid_v7(),
  organization_id uuid not null references organizations on delete cascade,
  -- Whom to, subject and text, encrypted: a link in it opens an account, and a copy of the database must not.
  sealed bytea not null,
  attempts integer not null default 0,
  next_at timestamptz not null default clock_timestamp(),
  -- A link that has run out, or news of the day before yesterday, helps nobody.
  give_up_at timestamptz not null,
  -- Whose turn it is to send it, and until when others leave it alone.
  lease_token uuid,
  lease_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  primary key (organization_id, id)
);
create index mails_next on mails (next_at);
call protect('mails', true);

-- One link a person: asking again makes the older one worthless. Only the token's SHA-256 is kept.
create table password_resets (
  organization_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users on delete cascade
);
call protect('password_resets', true);
