-- The sessions of one device, by the id of its first one; null in that one. Ending any of them forgets the device.
alter table auth_sessions add column device_id uuid;
