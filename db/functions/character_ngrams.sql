-- Every run of up to three characters of a text, in lower case. The same on every server, without an extension. Not for
-- parallel workers: to start them takes longer than the searches that it is for.
create or replace function character_ngrams(words text) returns text[] language plpgsql immutable strict as $$
declare
  small text := lower(words);
  runs text[] := '{}';
begin
  for place in 1..char_length(small) loop
    runs := runs || array[substr(small, place, 1), substr(small, place, 2), substr(small, place, 3)];
  end loop;
  return runs;
end $$;
