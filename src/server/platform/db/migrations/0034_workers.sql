-- The workers that are running: each owns at most its fair share of the sessions.
create table wa_workers (
  id uuid primary key,
  joined_at timestamptz not null default clock_timestamp(),
  -- Extended while it runs.
  alive_until timestamptz not null
);
