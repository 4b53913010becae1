-- Row-level security is forced, so it binds a table's owner too: where Kabar signs in as an owner that is no superuser,
-- what earlier migrations filled in for all organizations was filled in for none. Once more, and only what is missing.

-- 0006: since when somebody is in the organization.
alter table users no force row level security;
update users set joined_at = created_at where joined_at > created_at;
alter table users force row level security;

-- 0009: how many contacts there are.
alter table contacts no force row level security;
alter table record_counts no force row level security;
insert into record_counts as r (organization_id, kind, live)
  select organization_id, 'contacts', count(*) from contacts where deleted_at is null group by organization_id
on conflict (organization_id, kind) do update set live = excluded.live where r.live <> excluded.live;
alter table contacts force row level security;
alter table record_counts force row level security;

-- 0036: what a broadcast went through.
alter table broadcasts no force row level security;
alter table wa_sessions no force row level security;
update broadcasts b set driver = s.driver from wa_sessions s
where s.organization_id = b.organization_id and s.id = b.session_id and b.started_at is not null and b.driver is null;
alter table broadcasts force row level security;
alter table wa_sessions force row level security;
