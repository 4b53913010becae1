-- A new address that waits until its owner opens the link that was mailed there.

-- One change a person: asking again makes the older link worthless. Only the token's SHA-256 is kept.
create table email_changes (
  organization_id uuid not null,
  user_id uuid not null,
  email text not null,
  token_hash bytea not null,
  expires_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, user_id) references users on delete cascade
);
call protect('email_changes');
