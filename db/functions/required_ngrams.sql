-- The runs that a text must have to hold a word. One of up to three letters it holds then; a longer one is looked for
-- in what is left.
create or replace function required_ngrams(word text) returns text[] language sql immutable strict
return case
  when char_length(lower(word)) <= 3 then array[lower(word)]
  else (
    select array_agg(substr(lower(word), place, 3)) from generate_series(1, char_length(lower(word)) - 2) place
  )
end;
