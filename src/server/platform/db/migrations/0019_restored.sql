-- A copy that was restored from a backup sends nothing until somebody releases it: the moment of that backup, until then.
alter table organizations add column restored_from timestamptz;

-- A broadcast that the backup was made in the middle of: part of it may have been sent since.
alter table broadcasts drop constraint broadcasts_pause_reason_check;
alter table broadcasts add constraint broadcasts_pause_reason_check
  check (pause_reason in ('user', 'error_threshold', 'no_acks', 'logged_out', 'banned', 'missed_window', 'restored'));

-- The backups that this installation has made, or failed to make. Not part of a backup itself.
create table backups (
  id uuid primary key default uuid_v7(),
  kind text not null check (kind in ('nightly', 'migration', 'manual')),
  started_at timestamptz not null,
  finished_at timestamptz not null,
  file text,
  bytes bigint,
  failure text,
  check ((file is null) = (failure is not null) and (bytes is null) = (file is null))
);
create index backups_started on backups (kind, started_at);
