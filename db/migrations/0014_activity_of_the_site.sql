-- What the site did by itself or for whoever has its machine: no account of a person stands for these.
alter table activity add column process text check (process in ('start', 'command line'));
