-- A code to type on the phone instead of scanning a QR; good until `qr_expires_at`, as the QR is.

alter table wa_sessions add column pairing_code text;
alter table wa_session_commands drop constraint wa_session_commands_command_check;
alter table wa_session_commands add constraint wa_session_commands_command_check
  check (command in ('restart', 'logout', 'simulate', 'list_groups', 'pair'));
