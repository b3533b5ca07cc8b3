-- Adds the views that were counted since the last call, which views_today has under the period '', to the figures of every
-- period. Called before figures are read, because one row for each name is cheap to count with, and seven in order are not.
create or replace function settle_views() returns void language plpgsql as $$
begin
  -- Counting and moves of posts wait.
  perform from visitor_salt for update;
  with counted as (
    delete from views_today where period = '' returning what, name, views, visitors
  ), named as materialized (
    select c.*, p.id, p.published, p.category_id
    from counted c left join blog_posts p on p.id = case what when 'post' then c.name::uuid end
  )
  insert into views_today as t (what, name, period, views, visitors)
  select what, name, period, sum(views), sum(visitors)
  from (
    -- Posts that this transaction deletes have left.
    select what, name, views, visitors from named where what <> 'post' or id is not null
    union all
    select case when published then 'category' else 'draft' end,
      case when published then coalesce(category_id::text, '') else '' end, views, 0
    from named where id is not null
  ) c
  join view_periods using (what)
  group by 1, 2, 3
  on conflict (what, name, period) do update set views = t.views + excluded.views, visitors = t.visitors + excluded.visitors;
end $$;
