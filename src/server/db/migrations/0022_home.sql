-- What somebody has seen to on Home, or put off. Each member's own: the other still sees it.
create table home_marks (
  organization_id uuid not null,
  user_id uuid not null,
  kind text not null,
  -- Whose: the id of a record, the code of a currency, the name of a step.
  key text not null,
  -- What it looked like; when it changes, it is shown again.
  state text not null,
  -- Put off until then; null is done.
  until timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, user_id, kind, key),
  foreign key (organization_id, user_id) references users on delete cascade
);
call protect('home_marks');

-- The dashboard remembers names, targets and days of these as well (docs/decisions/0010-counts-that-are-remembered.md).
do $$
declare
  relation text;
begin
  foreach relation in array array['offerings', 'investor_types', 'investment_stages', 'investment_status_changes'] loop
    execute format('create trigger noted after insert or update or delete on %I for each statement execute function note_change()', relation);
  end loop;
end $$;
