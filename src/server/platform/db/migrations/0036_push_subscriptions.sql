-- Browsers that show notifications: each belongs to the sign-in session in which its user turned them on. The keys only encrypt;
-- sending needs the key of the installation, too.
create table push_subscriptions (
  organization_id uuid not null,
  session_id uuid not null,
  -- Address at the push service of the browser's vendor.
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, session_id),
  foreign key (organization_id, session_id) references auth_sessions (organization_id, id) on delete cascade
);
alter table push_subscriptions enable row level security, force row level security;
create policy own on push_subscriptions using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on push_subscriptions using (across_organizations()) with check (across_organizations());

-- Notifications that wait to be sent, deleted once they are sent or a day old.
create table push_messages (
  organization_id uuid not null,
  id uuid not null default uuid_v7(),
  session_id uuid not null,
  title text not null,
  -- The page that a click opens.
  path text not null,
  -- A later notification with the same topic replaces this one.
  topic text not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, session_id) references push_subscriptions on delete cascade
);
create index push_messages_due on push_messages (next_attempt_at);
create index push_messages_session on push_messages (organization_id, session_id);
alter table push_messages enable row level security, force row level security;
create policy own on push_messages using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on push_messages using (across_organizations()) with check (across_organizations());

-- Whoever logs out or is logged out gets no further notifications in that browser.
create function forget_push_subscription() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where organization_id = new.organization_id and session_id = new.id;
  return null;
end $$;
create trigger forget_push_subscription after update of revoked_at on auth_sessions for each row
  when (new.revoked_at is not null) execute function forget_push_subscription();
