-- Passkeys: key pairs of which the device keeps the private half. They log in alone, or after the password.
create table user_passkeys (
  id uuid not null default uuid_v7(),
  organization_id uuid not null,
  user_id uuid not null,
  name text not null,
  -- Chosen by the authenticator. A login begins with it, so it is unique across organizations.
  credential_id bytea not null unique,
  -- A COSE key.
  public_key bytea not null,
  -- What the authenticator knows the account by: nothing that names the user.
  user_handle bytea not null,
  -- How often it has signed, if the authenticator counts.
  sign_count bigint not null,
  -- How the browser reaches the authenticator: internal, hybrid, usb, …
  transports text[] not null,
  is_synced boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references users on delete cascade
);
create index user_passkeys_user on user_passkeys (organization_id, user_id);
alter table user_passkeys enable row level security, force row level security;
create policy own on user_passkeys using (organization_id = current_organization()) with check (organization_id = current_organization());
-- A login with a passkey names no account, and every request reads whether its user has a second factor.
create policy across on user_passkeys using (across_organizations()) with check (across_organizations());

-- Somebody with passkeys alone has recovery codes, too.
alter table recovery_codes drop constraint recovery_codes_organization_id_user_id_fkey;
alter table recovery_codes add foreign key (organization_id, user_id) references users on delete cascade;

create function has_second_factor(organization uuid, person uuid) returns boolean language sql stable parallel safe as $$
  select exists (select from second_factors f where f.organization_id = organization and f.user_id = person and f.secret is not null)
    or exists (select from user_passkeys k where k.organization_id = organization and k.user_id = person)
$$;
