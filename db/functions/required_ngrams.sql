-- The runs that a text must contain to match a word. For a word of up to three characters this is exact; for a longer
-- word the matches are checked afterwards.
create or replace function required_ngrams(word text) returns text[] language sql immutable strict
return case
  when char_length(lower(word)) <= 3 then array[lower(word)]
  else (
    select array_agg(substr(lower(word), place, 3)) from generate_series(1, char_length(lower(word)) - 2) place
  )
end;
