-- What a draft says about its featured image: kept by automatic saves, given to the image by the save of the author.

-- JSON with the fields that were changed; null: none.
alter table blog_posts add column image_description text check (char_length(image_description) between 1 and 20000);
