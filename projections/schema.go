// Code generated from ../schema.sql by generate.go. DO NOT EDIT.

package projections

const schema = `-- The whole schema of a node's copy: one SQLite file, derived from the streams.
--
-- There are no migrations. A file's name carries the hash of this text, so that a
-- copy of another schema is built anew. Where a row's meaning changes and the
-- tables stay as they are, raise the number: computation 1.
--
-- position, slip, kept and match.broken are what "restore --from-copy" reads, perhaps
-- by a later program: they only ever grow. Times are whole milliseconds since 1970, 0 = none.

-- How far each stream was followed. It moves in the transaction of the rows.
create table position (
    stream  text    not null primary key, -- MATCHES, PEOPLE, KEYS, LETTERS
    created integer not null,             -- when the stream was made, nanoseconds since 1970
    seq     integer not null,             -- the last message that was followed, 0 = none yet
    hash    text    not null              -- of that message
) strict, without rowid;

-- Every slip of MATCHES as it stands in the stream, those that cannot be read too.
create table slip (
    seq     integer not null primary key, -- the stream's sequence
    match   text    not null,
    command text    not null,             -- its Nats-Msg-Id
    payload blob    not null
) strict;
create index slip_of_match on slip (match, seq);

-- The last message of each subject of PEOPLE, KEYS and LETTERS, but of an erased
-- person only that he was erased.
create table kept (
    stream  text    not null,
    subject text    not null,
    seq     integer not null,
    id      text    not null,             -- its Nats-Msg-Id
    at      integer not null,
    data    blob    not null,
    primary key (stream, subject)
) strict;
create index kept_letter_at on kept (at) where stream = 'LETTERS';

-- One row a match: what lists show.
create table match (
    id      text    not null primary key,
    kind    text    not null,
    rules   integer not null,
    players integer not null,
    host    text    not null,             -- person id of the present one
    watch   integer not null,             -- 1 = anybody may watch
    status  text    not null,             -- gathering, playing, ended, abandoned, stopped
    paused  integer not null,             -- 1 = it is
    until   integer not null,             -- when a pause ends by itself
    wake    integer not null,             -- when the clock has something to do in it
    gathers integer not null,             -- while it gathers: since when nobody was invited and nobody came
    created integer not null,
    changed integer not null,             -- the time of event n
    n       integer not null,             -- the last event
    hash    text    not null,             -- of event n
    seq     integer not null,             -- the last slip
    broken  text    not null              -- why it cannot be folded further, '' = it can
) strict;
create index match_of_host on match (host);
create index match_wakes on match (id) where wake > 0 or gathers > 0;
create index match_broken on match (id) where broken <> '';

-- One row a seat: who sits there and what he has to decide.
create table seat (
    match    text    not null,
    seat     integer not null,
    who      text    not null,            -- '' = open, bot, person:<id>
    offered  text    not null,            -- to whom an open seat is offered: '', link, bot, person:<id>
    link     integer not null,            -- what the seat's link carries
    call     integer not null,            -- 0 = it is not asked
    decision integer not null,
    since    integer not null,            -- the time of the call
    due      integer not null,
    sat      text    not null,            -- who sat there before: person:<id>, each followed by a space
    primary key (match, seat)
) strict, without rowid;
create index seat_of_person on seat (who, call);
create index seat_due on seat (due) where due > 0;
create index seat_sat on seat (match) where sat <> '';
create index seat_offered on seat (offered) where offered <> '';

-- One row a letter: what became of it.
create table letter (
    subject text    not null primary key, -- letter.<match>.<seat>.<call>
    match   text    not null,
    seat    integer not null,
    call    integer not null,
    kind    text    not null,
    state   text    not null,             -- claimed, sent, dropped, refused
    code    text    not null,
    at      integer not null,
    next    integer not null              -- the next try
) strict, without rowid;
create index letter_at on letter (at);
create index letter_of_match on letter (match);
`
