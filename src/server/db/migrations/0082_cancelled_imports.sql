-- A running import can be cancelled: what it did until then stays, and it can be started again or reverted.
alter table imports
  drop constraint imports_status_check,
  add constraint imports_status_check
    check (status in ('reading', 'ready', 'running', 'done', 'cancelled', 'failed', 'reverting', 'reverted'));
