-- Which pictures an earlier state of a post shows: as long as it is kept, they are not swept.
create table revision_images (
  revision_id uuid not null references blog_post_revisions on delete cascade,
  image_id uuid not null references images on delete cascade,
  primary key (revision_id, image_id)
);
create index revision_images_image_idx on revision_images (image_id);

-- A state is put among the revisions before the links of the one that follows it are written.
create function keep_revision_images() returns trigger language plpgsql as $$
begin
  insert into revision_images (revision_id, image_id)
  select distinct new.id, image_id from post_images where post_id = new.post_id;
  return null;
end $$;
create trigger keep_revision_images after insert on blog_post_revisions
  for each row execute function keep_revision_images();

insert into revision_images (revision_id, image_id)
select distinct r.id, i.id
from blog_post_revisions r
cross join lateral regexp_matches(r.content, '/storage/blog-images/([a-z-]+)/([0-9]{20,40}\.[a-z]+)', 'g') as found
join images i on i.folder = found[1] and i.name = found[2];
