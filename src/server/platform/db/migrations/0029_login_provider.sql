-- Login with an identity provider: who is who there, and whom it may let in.
create table login_links (
  organization_id uuid not null,
  user_id uuid not null,
  -- The provider, and its permanent name of the person: an address can pass on to another one.
  issuer text not null,
  subject text not null,
  linked_at timestamptz not null,
  primary key (organization_id, user_id),
  unique (issuer, subject),
  foreign key (organization_id, user_id) references users on delete cascade
);
alter table login_links enable row level security, force row level security;
create policy own on login_links using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on login_links using (across_organizations()) with check (across_organizations());

-- Whoever the provider knows with an address of the domain may join. Set by the operator, who knows whose domain it is.
create table login_domains (
  domain text primary key,
  organization_id uuid not null references organizations on delete cascade,
  role text not null check (role in ('admin', 'member', 'viewer')),
  created_at timestamptz not null default now()
);
alter table login_domains enable row level security, force row level security;
create policy own on login_domains using (organization_id = current_organization()) with check (organization_id = current_organization());
create policy across on login_domains using (across_organizations()) with check (across_organizations());
