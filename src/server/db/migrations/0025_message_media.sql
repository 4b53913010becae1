-- The file that a message carries. A row that is named stays: what was sent can be sent again, and be looked at.

alter table templates
  add column media_id uuid,
  add constraint templates_media foreign key (organization_id, media_id) references media;
create index templates_media on templates (organization_id, media_id) where media_id is not null;

alter table broadcasts
  -- A draft's own, in place of its template's; from its start on what it sends, as `body` is.
  add column media_id uuid,
  -- Whether that was its own when it started: a copy has its template's otherwise.
  add column has_own_media boolean not null default false,
  add constraint broadcasts_media foreign key (organization_id, media_id) references media;
create index broadcasts_media on broadcasts (organization_id, media_id) where media_id is not null;

-- Since when nothing names it, as the sweep saw it.
alter table media add column unused_since timestamptz;
