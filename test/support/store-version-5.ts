import type { Engine } from "../../src/store/database/tables.ts";

/** A store as version 5 left it, with what that bot had told and still had to tell. */
export function storeOfVersion5(engine: Engine): string {
  return `${tablesOfVersion5(engine)}
    insert into operations
      (id, kind, author, request, state, outcome, attempts, lease_owner, lease_until, created_at, closed_at)
      values ('told', 'messages.send', 'U1', '{}', 'closed', 'unknown', 1, 'old', 0, 1, 2),
        ('open', 'messages.send', 'U1', '{}', 'started', null, 1, 'old', 0, 1, null);
    insert into operations
      (id, kind, author, request, state, outcome, attempts, lease_owner, lease_until, created_at, closed_at)
      values ('just now', 'messages.send', 'U1', '{}', 'closed', 'accepted', 1, 'old', 0, ${Date.now()}, ${Date.now()});
    insert into operations (id, kind, author, request, state, outcome, attempts, repeated_by, lease_owner,
        lease_until, created_at, started_at, closed_at)
      values ('first', 'messages.send', 'U1', '{}', 'closed', 'unknown', 1, 'again', 'old', 0, 1, 1, 2),
        ('again', 'messages.send', 'U1', '{}', 'closed', 'accepted', 1, null, 'old', 0, 3, 4, 5),
        ('left behind', 'messages.send', 'U1', '{}', 'closed', 'refused', 1, 'gone', 'old', 0, 1, 1, 2);
    insert into operations (id, kind, author, request, state, outcome, attempts, repeats, lease_owner,
        lease_until, created_at, closed_at)
      values ('late', 'messages.send', 'U1', '{}', 'closed', 'refused', 1, 'again', 'old', 0, 6, 7),
        ('behind late', 'messages.send', 'U1', '{}', 'closed', 'refused', 1, 'late', 'old', 0, 8, 9);
    insert into posts (operation_id, destination, destinations, body, author, state, due_at, lease_owner,
        lease_until, attempts, may_repeat, ts, created_at, closed_at)
      values
        ('told', 'C1', '["C1","U1"]', '{"text":"unknown"}', 'U1', 'posted', 2, '', 0, 1, 0, '17.1', 2, 3),
        ('told', 'U1', '["U1"]', '{"text":"unknown, yours"}', 'U1', 'posted', 2, '', 0, 1, 0, '17.2', 2, 3),
        ('told', 'C9', '["C9","U1"]', '{"text":"unknown, on-call"}', 'U1', 'queued', 2, '', 0, 0, 0, null, 2, null),
        (null, 'U2', '["U2"]', '{"text":"hello"}', 'U2', 'queued', 2, '', 0, 0, 0, null, 2, null);`;
}

/** Its tables, empty. */
export function tablesOfVersion5(engine: Engine): string {
  const time = engine === "postgres" ? "int8" : "integer";
  const text = engine === "postgres" ? `text collate "C"` : "text";
  const id =
    engine === "postgres"
      ? "int8 generated always as identity primary key"
      : "integer primary key autoincrement";
  return `
    create table migrations (version integer primary key);
    insert into migrations (version) values (1), (2), (3), (4), (5);
    create table operations (
      id ${text} not null primary key, kind ${text} not null, author ${text} not null, conversation ${text},
      request text not null, state ${text} not null, outcome ${text}, result text, message_id ${text},
      attempts integer not null, repeats ${text}, repeated_by ${text}, reason text, quota_day ${text},
      lease_owner ${text} not null, lease_until ${time} not null, created_at ${time} not null, started_at ${time},
      started_by ${text}, closed_at ${time}, corrected_at ${time}, settled_by ${text}, settled_as ${text},
      settled_at ${time},
      constraint operations_state check (state in ('stored', 'started', 'closed')),
      constraint operations_closed check ((state = 'closed') = (closed_at is not null)),
      constraint operations_outcome check ((outcome is not null) = (closed_at is not null)));
    create index operations_open on operations (lease_until, id) where closed_at is null;
    create index operations_closed_at on operations (closed_at) where closed_at is not null;
    create index operations_message on operations (message_id, created_at) where message_id is not null;
    create index operations_newest on operations (created_at, id);
    create index operations_by_author on operations (author, created_at, id);
    create index operations_by_outcome on operations (outcome, created_at, id);
    create index operations_by_author_outcome on operations (author, outcome, created_at, id);
    create table quotas (
      person ${text} not null, day ${text} not null, used integer not null,
      constraint quotas_key primary key (person, day), constraint quotas_used check (used >= 0));
    create table posts (
      id ${id}, operation_id ${text}, destination ${text} not null, destinations text not null, body text not null,
      author ${text}, state ${text} not null, due_at ${time} not null, lease_owner ${text} not null,
      lease_until ${time} not null, attempts integer not null, may_repeat integer not null, ts ${text}, error text,
      created_at ${time} not null, closed_at ${time},
      constraint posts_state check (state in ('queued', 'posting', 'posted', 'undeliverable')),
      constraint posts_closed check ((state in ('posted', 'undeliverable')) = (closed_at is not null)));
    create index posts_waiting on posts (destination, id) where closed_at is null;
    create unique index posts_one_at_a_time on posts (destination) where state = 'posting';
    create index posts_of_operation on posts (operation_id, id);
    create index posts_closed_at on posts (closed_at) where closed_at is not null;
    create table drafts (
      id ${text} not null primary key, author ${text} not null, kind ${text} not null, body text not null,
      expires_at ${time} not null);
    create index drafts_expiry on drafts (expires_at);
    create table told (
      key ${text} not null primary key, told_at ${time} not null, lasting integer not null default 1);
    create index told_for_a_while on told (told_at) where lasting = 0;`;
}
